import { expect, test } from 'vitest';
import { createApiClient } from '../../../../src/client/api-client.ts';
import { readLog } from '../../../../src/ui/commands/logs/read-log.ts';

const ADDRESS = { namespace: 'shop', pod: 'web', container: 'main' };

async function read(answer: Response, options: Partial<Parameters<typeof readLog>[2]> = {}) {
  const requests: URL[] = [];
  const texts: string[] = [];
  const client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: async ({ url }) => {
      requests.push(new URL(url));
      return answer;
    },
  });
  const hasLog = await readLog(
    client,
    ADDRESS,
    { previous: false, follow: true, timestamps: false, tail: undefined, ...options },
    { signal: new AbortController().signal, onText: (text) => texts.push(text) },
  );
  return { hasLog, text: texts.join(''), path: `${requests[0]?.pathname}${requests[0]?.search}` };
}

test('a log is followed, and characters split between chunks are joined', async () => {
  const bytes = new TextEncoder().encode('grün\n');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const { hasLog, text, path } = await read(new Response(body));
  expect([hasLog, text]).toEqual([true, 'grün\n']);
  expect(path).toBe('/api/v1/namespaces/shop/pods/web/log?container=main&follow=true');
});

test('a previous log is complete, and is not followed', async () => {
  const { path } = await read(new Response(''), { previous: true, tail: 10, timestamps: true });
  expect(path).toContain('?container=main&previous=true&tailLines=10&timestamps=true');
});

test('a pod without a node has no log', async () => {
  expect((await read(new Response(null, { status: 204 }))).hasLog).toBe(false);
});

test('a failed log request reports the reason of the server', async () => {
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'waiting to start', code: 400 };
  await expect(read(new Response(JSON.stringify(body), { status: 400 }))).rejects.toThrow('waiting to start');
});
