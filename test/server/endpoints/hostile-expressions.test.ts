import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const ADMISSION = 'admissionregistration.cluster.io';
let server: Server;
beforeEach(async () => {
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags: { 'feature-gates': 'ValidatingAdmissionPolicy=true', 'runtime-config': `${ADMISSION}/v1beta1=true` },
  });
});
afterEach(() => server.close());

const ask = (spec: object): Promise<Response> =>
  server.fetch(
    new Request('http://server/apis/debug.tabplane.dev/v1alpha1/expressionchecks', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ spec }),
    }),
    { user: { username: 'somebody', groups: ['system:masters'] } },
  );
const policy = (spec: object) => ({
  apiVersion: `${ADMISSION}/v1beta1`,
  kind: 'ValidatingAdmissionPolicy',
  metadata: {},
  spec,
});

describe('a check of hostile expressions', () => {
  it.each([
    ['indices', 400, `object${'[0]'.repeat(100_000)}.`],
    ['members', 400, `object${'.a'.repeat(100_000)}.`],
    ['parentheses', 201, `${'('.repeat(100_000)}object.`],
    ['macros', 201, `${'object.all(x, '.repeat(3_000)}x.`],
    ['quotes', 201, `${"'".repeat(99_999)}.`],
  ])('answers a check with many %s with %i', async (_, status, expression) => {
    const object = policy({ validations: [{ expression }] });
    const response = await ask({
      object,
      cursor: { path: ['spec', 'validations', 0, 'expression'], offset: expression.length },
    });
    expect(response.status).toBe(status);
  });

  it.each([
    [
      'variables',
      { variables: Array.from({ length: 30_000 }, (_, index) => ({ name: `v${index}`, expression: '1' })) },
    ],
    ['validations', { validations: Array.from({ length: 100_000 }, () => ({ expression: 'true' })) }],
  ])('rejects too many %s', async (_, spec) => {
    const response = await ask({ object: policy(spec) });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/at most \d+ (variables|expressions)/);
  });
});
