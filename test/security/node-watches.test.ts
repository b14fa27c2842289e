import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { message } from './raw-http.ts';

const WATCHES = 10_000;
/** The most watches that a connection may have. */
const WATCHES_AT_ONCE = 100;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MEBIBYTE = 2 ** 20;

/** Memory that each silent watch may use, and that a client that does not read may use, in bytes. */
const MEMORY_OF_WATCH = 32 * 1024;
const MEMORY_OF_UNREAD = 200 * MEBIBYTE;

let server: ChildServer;
let secureUrl: string;

beforeAll(async () => {
  server = await startChildServer(['--secure-port', '0']);
  secureUrl = / and (https:\S+)/.exec(server.output())?.[1] ?? '';
});
afterAll(() => server.stop());

const send = async (method: string, path: string, body?: object): Promise<number> => {
  const init = body ? { body: JSON.stringify(body) } : {};
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...ADMIN, 'content-type': 'application/json' },
    ...init,
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** Opens watches. Resolves with them when each has received its response head. */
async function openWatches(session: ClientHttp2Session): Promise<ClientHttp2Stream[]> {
  const path = `${CONFIG_MAPS}?watch=1&labelSelector=watched`;
  const streams = Array.from({ length: WATCHES_AT_ONCE }, () => session.request({ ':path': path, ...ADMIN }));
  await Promise.all(streams.map((stream) => once(stream, 'response')));
  return streams;
}

it('ten thousand watches use bounded memory, receive a change, and release their memory when clients disconnect', async () => {
  const idle = await server.liveMemory();
  const sessions = Array.from({ length: WATCHES / WATCHES_AT_ONCE }, () =>
    connectHttp2(secureUrl, { rejectUnauthorized: false }).on('error', () => undefined),
  );
  const streams: ClientHttp2Stream[] = [];
  for (const session of sessions) streams.push(...(await openWatches(session)));
  expect((await server.liveMemory()) - idle).toBeLessThan(WATCHES * MEMORY_OF_WATCH);
  const events = streams.map((stream) =>
    once(
      stream.on('error', () => undefined),
      'data',
    ),
  );
  expect(await send('POST', CONFIG_MAPS, { metadata: { name: 'watched', labels: { watched: '' } } })).toBe(201);
  expect(await send('GET', '/readyz')).toBe(200);
  expect(new Set((await Promise.all(events)).map(([data]) => JSON.parse(String(data)).object.metadata.name))).toEqual(
    new Set(['watched']),
  );
  for (const session of sessions) session.destroy();
  await expect.poll(() => server.liveMemory(), { timeout: 20_000 }).toBeLessThan(idle + 60 * MEBIBYTE);
  expect(server.exit()).toBeUndefined();
});

it('a watcher that does not read is ended, uses bounded memory and delays no other client', async () => {
  const big = 'x'.repeat(MEBIBYTE / 2);
  const idle = await server.liveMemory();
  const slow = connect(server.port, '127.0.0.1').on('error', () => undefined);
  slow.write(message('GET', `${CONFIG_MAPS}?watch=1`, [['Authorization', ADMIN.authorization]]));
  await once(slow, 'readable');
  const attentive = await fetch(`${server.url}${CONFIG_MAPS}?watch=1&fieldSelector=metadata.name%3Dlast`, {
    headers: ADMIN,
  });
  expect(await send('POST', CONFIG_MAPS, { metadata: { name: 'big' } })).toBe(201);
  for (let write = 0; write < 220; write++)
    expect(
      await send('PUT', `${CONFIG_MAPS}/big`, { metadata: { name: 'big' }, data: { big, write: `${write}` } }),
    ).toBe(200);
  expect(await send('DELETE', `${CONFIG_MAPS}/big`)).toBe(200);
  expect(await send('POST', CONFIG_MAPS, { metadata: { name: 'last' } })).toBe(201);
  const { value } = (await attentive.body?.getReader().read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('"name":"last"');
  expect((await server.liveMemory()) - idle).toBeLessThan(MEMORY_OF_UNREAD);
  const text = await readToEnd(slow);
  expect(text.length).toBeGreaterThan(MEBIBYTE);
  expect(text.length).toBeLessThan(150 * MEBIBYTE);
  expect(text).toMatch(/\r\n0\r\n\r\n$/);
});

async function readToEnd(socket: ReturnType<typeof connect>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
