import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../../../conformance/scenarios.ts';
import { clientFrame, connectWebSocket, openWebSocket, type WebSocketClient } from './web-socket-client.ts';

const AUTHORIZATION = { authorization: 'Bearer admin-token' };
const ORIGIN = { origin: 'https://app.example' };
const MAPS = '/api/v1/namespaces/default/configmaps';
const TOKEN_PROTOCOL = 'base64url.bearer.authorization.k8s.io.';
const tokenProtocol = (token: string) => `${TOKEN_PROTOCOL}${Buffer.from(token).toString('base64url')}`;

let host: NodeHost;
const opened: WebSocketClient[] = [];

const send = (method: string, path: string, body?: unknown) =>
  fetch(`${host.url}${path}`, {
    method,
    headers: { ...AUTHORIZATION, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const createMap = (name: string, data: Record<string, string> = {}) =>
  send('POST', MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });

const watch = async (query: string, headers: Record<string, string> = { ...AUTHORIZATION, ...ORIGIN }) => {
  const client = await connectWebSocket(`${host.url}${MAPS}?watch=1&${query}`, headers);
  opened.push(client);
  return client;
};

const askWatch = (headers: Record<string, string>, query = 'watch=1') =>
  openWebSocket(`${host.url}${MAPS}?${query}`, headers);

/** Returns the revision from which a watch has only new events. */
const revision = async () => {
  const list = (await (await send('GET', MAPS)).json()) as { metadata: { resourceVersion: string } };
  return list.metadata.resourceVersion;
};

const nextEvent = async (client: WebSocketClient) => {
  const frame = await client.next();
  if (frame?.type !== 'text') throw new Error(`no event but ${frame?.type}`);
  const event = JSON.parse(frame.data.toString()) as { type: string; object: { metadata: { name: string } } };
  return `${event.type} ${event.object.metadata.name}`;
};

beforeAll(async () => {
  host = await startNodeHost({ port: 0, flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } });
});
afterAll(async () => {
  for (const { socket } of opened) socket.destroy();
  await host.close();
});

describe('a watch over WebSocket', () => {
  it('sends each event in a separate message, as the same line of JSON as in a response', async () => {
    const client = await watch(`resourceVersion=${await revision()}`);
    await createMap('a');
    await createMap('b');
    await send('DELETE', `${MAPS}/a`);
    const first = await client.next();
    expect(first?.type).toBe('text');
    expect(first?.data.toString()).toMatch(/^\{"type":"ADDED","object":\{"kind":"ConfigMap","apiVersion":"v1",.*\}\n$/);
    expect([await nextEvent(client), await nextEvent(client)]).toEqual(['ADDED b', 'DELETED a']);
    expect(client.protocol).toBeUndefined();
  });

  it('sends the state first when it has no revision to start from', async () => {
    const client = await watch('fieldSelector=metadata.name=b');
    expect(await nextEvent(client)).toBe('ADDED b');
  });

  it('sends Protobuf in binary messages, without the length prefixes of a response', async () => {
    const client = await watch('fieldSelector=metadata.name=b', {
      ...{ ...AUTHORIZATION, ...ORIGIN },
      accept: 'application/vnd.kubernetes.protobuf;stream=watch',
    });
    const { type, data } = (await client.next()) ?? {};
    expect(type).toBe('binary');
    expect(data?.subarray(0, 7).toString('latin1')).toBe('\n\x05ADDED');
  });

  it('sends tables on request', async () => {
    const client = await watch('fieldSelector=metadata.name=b', {
      ...{ ...AUTHORIZATION, ...ORIGIN },
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    const frame = await client.next();
    expect(JSON.parse(String(frame?.data))).toMatchObject({ type: 'ADDED', object: { kind: 'Table' } });
  });

  it('reports an expired revision as an event', async () => {
    const client = await watch('resourceVersion=1');
    const [event, close] = await client.rest();
    expect(JSON.parse(String(event?.data))).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    expect(close?.data.readUInt16BE()).toBe(1000);
  });

  it('closes normally after its timeout', async () => {
    const client = await watch(`resourceVersion=${await revision()}&timeoutSeconds=1`);
    const frames = await client.rest();
    expect(frames.map(({ type }) => type)).toEqual(['close']);
    expect(frames[0]?.data.readUInt16BE()).toBe(1000);
  });

  it('answers pings, ignores messages, and ends when the client closes it', async () => {
    const before = host.server.openStreams;
    const client = await watch(`resourceVersion=${await revision()}`);
    expect(host.server.openStreams).toBe(before + 1);
    client.socket.write(Buffer.concat([clientFrame(1, 'hello'), clientFrame(9, 'are you there')]));
    expect(await client.next()).toEqual({ type: 'pong', data: Buffer.from('are you there') });
    client.socket.write(clientFrame(8));
    expect((await client.rest()).map(({ type }) => type)).toEqual(['close']);
    await expect.poll(() => host.server.openStreams).toBe(before);
  });

  it('ends when the client disconnects', async () => {
    const before = host.server.openStreams;
    const client = await watch(`resourceVersion=${await revision()}`);
    expect(host.server.openStreams).toBe(before + 1);
    client.socket.destroy();
    await expect.poll(() => host.server.openStreams).toBe(before);
  });

  it.each([
    { fault: 'an unmasked frame', bytes: Buffer.from('8100', 'hex'), code: 1002 },
    { fault: 'a frame of an unknown kind', bytes: clientFrame(3), code: 1002 },
    { fault: 'too long a message', bytes: Buffer.from('82ff0000000100000000', 'hex'), code: 1009 },
  ])('is closed for $fault', async ({ bytes, code }) => {
    const client = await watch(`resourceVersion=${await revision()}`);
    client.socket.write(bytes);
    const [close] = await client.rest();
    expect(close?.type).toBe('close');
    expect(close?.data.readUInt16BE()).toBe(code);
  });

  it('sends a large object in one message', async () => {
    const text = 'x'.repeat(900_000);
    await createMap('large', { text });
    const client = await watch('fieldSelector=metadata.name=large');
    const frame = await client.next();
    const { object } = JSON.parse(String(frame?.data)) as { object: { data: { text: string } } };
    expect(object.data.text).toBe(text);
    await send('DELETE', `${MAPS}/large`);
  });

  it('waits for a slow reader without losing events', async () => {
    const client = await watch(`resourceVersion=${await revision()}&labelSelector=slow`);
    client.socket.pause();
    const text = 'x'.repeat(200_000);
    const names = Array.from({ length: 60 }, (_, index) => `slow-${index}`);
    for (const name of names) await send('POST', MAPS, { metadata: { name, labels: { slow: 'yes' } }, data: { text } });
    const seen: string[] = [];
    for (const _ of names) seen.push(await nextEvent(client));
    expect(seen).toEqual(names.map((name) => `ADDED ${name}`));
  });
});

describe('the handshake of a watch', () => {
  it('rejects a request without an origin', async () => {
    expect(await askWatch(AUTHORIZATION)).toMatchObject({ status: 403, body: '' });
    expect(await askWatch({ ...AUTHORIZATION, origin: 'null' })).toMatchObject({ status: 403 });
    await watch('', { ...AUTHORIZATION, origin: 'file://' });
  });

  it('accepts any single protocol, and rejects two', async () => {
    const client = await watch('', { ...AUTHORIZATION, ...ORIGIN, 'sec-websocket-protocol': 'base64.binary.k8s.io' });
    expect(client.protocol).toBe('base64.binary.k8s.io');
    expect((await client.next())?.type).toBe('text');
    const two = await askWatch({ ...AUTHORIZATION, ...ORIGIN, 'sec-websocket-protocol': 'a, b' });
    expect(two).toMatchObject({ status: 400, body: '' });
  });

  it('requires a key and the standard version', async () => {
    const headers = { ...AUTHORIZATION, ...ORIGIN };
    expect(await askWatch({ ...headers, 'sec-websocket-key': '' })).toMatchObject({
      status: 400,
      body: 'mismatch challenge/response',
    });
    const old = await askWatch({ ...headers, 'sec-websocket-version': '8' });
    expect(old).toMatchObject({ status: 400, body: 'missing or bad WebSocket Version' });
    expect(old).toMatchObject({ headers: { 'sec-websocket-version': '13' } });
  });

  it('happens after all checks, whose errors are ordinary responses', async () => {
    const denied = await askWatch(ORIGIN);
    expect(denied).toMatchObject({ status: 403 });
    expect(JSON.parse('body' in denied ? denied.body : '')).toMatchObject({ kind: 'Status', reason: 'Forbidden' });
    const invalid = await askWatch({ ...AUTHORIZATION, ...ORIGIN }, 'watch=1&fieldSelector=x');
    expect(invalid).toMatchObject({ status: 400, body: expect.stringContaining('"kind":"Status"') });
  });

  it('is ignored for requests that are not watches', async () => {
    const listed = await askWatch({ ...AUTHORIZATION, ...ORIGIN }, 'limit=1');
    expect(listed).toMatchObject({ status: 200, body: expect.stringContaining('"kind":"ConfigMapList"') });
  });
});

describe('a bearer token in a sub-protocol', () => {
  const ask = (...protocols: string[]) => askWatch({ ...ORIGIN, 'sec-websocket-protocol': protocols.join(', ') });

  it('identifies the user, and is not selected as the protocol', async () => {
    for (const protocols of [
      ['base64.binary.k8s.io', tokenProtocol('admin-token')],
      [tokenProtocol('admin-token'), 'base64.binary.k8s.io'],
    ]) {
      const client = await watch('', { ...ORIGIN, 'sec-websocket-protocol': protocols.join(',') });
      expect(client.protocol).toBe('base64.binary.k8s.io');
      expect((await client.next())?.type).toBe('text');
    }
  });

  it.each([
    { title: 'a wrong token', protocols: ['a', tokenProtocol('nobody')] },
    { title: 'no other protocol', protocols: [tokenProtocol('admin-token')] },
    { title: 'two tokens', protocols: ['a', tokenProtocol('admin-token'), tokenProtocol('admin-token')] },
    { title: 'a token that is not base64url', protocols: ['a', `${TOKEN_PROTOCOL}!!`] },
    { title: 'padded base64', protocols: ['a', `${TOKEN_PROTOCOL}YQ==`] },
    { title: 'a token that is not UTF-8', protocols: ['a', `${TOKEN_PROTOCOL}_w`] },
  ])('with $title is unauthorized', async ({ protocols }) => {
    const answer = await ask(...protocols);
    expect(answer).toMatchObject({ status: 401 });
    expect(JSON.parse('body' in answer ? answer.body : '')).toMatchObject({ reason: 'Unauthorized', code: 401 });
  });

  it('is ignored when it is empty', async () => {
    expect(await ask('a', TOKEN_PROTOCOL)).toMatchObject({
      status: 403,
      body: expect.stringContaining('system:anonymous'),
    });
  });

  it('yields to the Authorization header, and is ignored without a WebSocket', async () => {
    const both = { ...ORIGIN, ...AUTHORIZATION, 'sec-websocket-protocol': `${tokenProtocol('nobody')}` };
    await watch('', both);
    const plain = await fetch(`${host.url}${MAPS}`, {
      headers: { 'sec-websocket-protocol': tokenProtocol('admin-token') },
    });
    expect(plain.status).toBe(403);
  });
});

it('closing the host ends watches over WebSocket, even when clients do not respond', async () => {
  const other = await startNodeHost({ port: 0, flags: { 'token-auth-file': CONFORMANCE_TOKENS } });
  const url = `${other.url}/api/v1/configmaps?watch=1`;
  const client = await connectWebSocket(url, { ...AUTHORIZATION, ...ORIGIN });
  const silent = await connectWebSocket(url, { ...AUTHORIZATION, ...ORIGIN });
  const frames = client.rest();
  await other.close();
  expect((await frames).at(-1)?.type).toBe('close');
  silent.socket.destroy();
});
