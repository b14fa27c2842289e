import { expect, test } from 'vitest';
import type { ServerContext } from '../../../src/server/context/server-context.ts';
import { FeatureGates } from '../../../src/server/flags/feature-gates.ts';
import { bodyResponse } from '../../../src/server/http/compression.ts';
import { fetchResponse, requestOfFetch } from '../../../src/server/http/fetch/fetch-messages.ts';

const LARGE = 'x'.repeat(128 * 1024 + 1);

function answer(body: string, { encoding = 'deflate, gzip', compression = true, gates = '' } = {}): Response {
  const request = requestOfFetch(new Request('http://cluster/', { headers: { 'accept-encoding': encoding } }));
  const server = { compression, features: new FeatureGates(gates) } as Partial<ServerContext> as ServerContext;
  return fetchResponse(bodyResponse({ request, server }, body, 200, { 'content-type': 'application/json' }));
}

test('a body of more than 128 KiB is gzipped for clients that accept it', async () => {
  const response = answer(LARGE);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    vary: 'Accept-Encoding',
  });
  const unzipped = response.body?.pipeThrough(new DecompressionStream('gzip'));
  expect(await new Response(unzipped ?? null).text()).toBe(LARGE);
});

test('the size is counted in bytes, not characters', () => {
  expect(answer('ä'.repeat(64 * 1024 + 1)).headers.has('content-encoding')).toBe(true);
});

test.each([
  ['a smaller body', LARGE.slice(1), {}],
  ['a client that does not accept gzip', LARGE, { encoding: 'br' }],
  ['a client that sends a quality', LARGE, { encoding: 'gzip;q=1' }],
  ['a host without compression', LARGE, { compression: false }],
  ['a server with the feature gate off', LARGE, { gates: 'APIResponseCompression=false' }],
])('the response is not compressed for %s', async (_, body, options) => {
  const response = answer(body, options);
  expect(response.headers.has('content-encoding')).toBe(false);
  expect(await response.text()).toBe(body);
});
