import { expect, test } from 'vitest';
import { workerDescriptions } from '../../../src/hosts/worker/worker-descriptions.ts';

const TEXTS = { core: { Pod: { fields: { spec: 'What the pod runs.' } } } };

test('a worker reads the texts of the OpenAPI documents from a file of the app', async () => {
  const read: string[][] = [];
  const load = workerDescriptions({
    read: async (path, integrity) => {
      read.push([path, integrity]);
      return Response.json(TEXTS);
    },
  });
  expect(await load()).toEqual(TEXTS);
  expect(read).toEqual([['/descriptions.json', '']]);
});

test('any other response is an error', async () => {
  const load = workerDescriptions({ read: async () => new Response('not found', { status: 404 }) });
  await expect(load()).rejects.toThrow('/descriptions.json: the host responded with status 404');
});
