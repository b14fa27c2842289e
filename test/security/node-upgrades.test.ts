import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { upgradeRequests } from './generators/upgrades.ts';
import { message, sendRaw } from './raw-http.ts';

const WEBSOCKET = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Sec-WebSocket-Version', '13'],
] as const;

let server: ChildServer;
beforeAll(async () => {
  server = await startChildServer();
});
afterAll(() => server.stop());

it.each([
  ['an address with an open bracket', message('GET', '//[', WEBSOCKET), 403],
  ['an address with user information', message('GET', 'http://a:b@localhost/api', WEBSOCKET), 403],
  ['an address of another protocol', message('GET', 'ftp://localhost/api', WEBSOCKET), 400],
  ['TRACE', message('TRACE', '/api', WEBSOCKET), 405],
  ['GET with a body', message('GET', '/api', [...WEBSOCKET, ['Content-Length', '5']], 'hello'), 400],
  ['a chunked body', message('POST', '/api', [...WEBSOCKET, ['Transfer-Encoding', 'chunked']], '0\r\n\r\n'), 400],
  ['CONNECT', message('CONNECT', 'localhost:80'), 405],
])('an upgrade request with %s gets a Status, and the server keeps running', async (_, bytes, status) => {
  const answer = await sendRaw(server.port, bytes, (text) => text.includes('"Failure"') && text.includes('}'));
  expect(answer).toMatchObject({ status, text: expect.stringContaining('"kind":"Status"') });
  expect(server.exit()).toBeUndefined();
});

it.each([
  ['an open bracket', '//[', 404, '404 page not found'],
  ['user information', 'http://a:b@localhost/api', 200, '"kind":"APIVersions"'],
])('an authorized upgrade request whose address has %s is answered like its path', async (_, target, status, text) => {
  const bytes = message('GET', target, [...WEBSOCKET, ...Object.entries(ADMIN)]);
  const answer = await sendRaw(server.port, bytes, (received) => received.includes(text));
  expect(answer).toMatchObject({ status, text: expect.stringContaining(text) });
  expect(server.exit()).toBeUndefined();
});

it('generated upgrade requests and malformed messages do not crash the server', async () => {
  await fc.assert(
    fc.asyncProperty(upgradeRequests, async (bytes) => {
      await sendRaw(server.port, bytes, () => true);
      expect(server.exit()).toBeUndefined();
    }),
    { seed: 24, numRuns: 300, endOnFailure: true },
  );
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
});
