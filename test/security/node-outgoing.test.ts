import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badRequest } from '../../src/api/status.ts';
import { outgoingFetch } from '../../src/hosts/node/outgoing-fetch.ts';
import { isProxyable } from '../../src/server/endpoints/connect/proxyable-address.ts';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { message, sendRaw } from './raw-http.ts';

const LOCAL = [
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '127.0.0.1', '127.1', '127.0.1', '0', '0.0.0.0', '0x7f.1'],
  ...[
    '0x7f000001',
    '2130706433',
    '017700000001',
    '127.0.0.1.',
    '::1',
    '::ffff:127.0.0.1',
    '0:0:0:0:0:ffff:7f00:1',
    '::',
  ],
  ...['169.254.169.254', '2852039166', 'fe80::1', '224.0.0.1', '255.255.255.255', 'ff02::1'],
];

const asked: string[] = [];
const local = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('secret');
});
let server: ChildServer;
let port: number;

beforeAll(async () => {
  server = await startChildServer();
  await once(local.listen(0, '127.0.0.1'), 'listening');
  port = (local.address() as AddressInfo).port;
});
afterAll(async () => {
  local.close();
  await server.stop();
});

const send = (method: string, path: string, body?: object, type = 'application/json') =>
  fetch(server.url + path, {
    method,
    headers: { ...ADMIN, 'content-type': type },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe('the proxy of a node', () => {
  /** Gives the node an address, and creates it if necessary. */
  const moveNode = async (address: string): Promise<void> => {
    await send('POST', '/api/v1/nodes', { metadata: { name: 'n1' } });
    const status = { addresses: [{ type: 'InternalIP', address }] };
    await send('PATCH', '/api/v1/nodes/n1/status', { status }, 'application/merge-patch+json');
  };

  it.each(LOCAL)('does not pass an upgraded connection on to a port at %s', async (address) => {
    await moveNode(address);
    for (const protocol of ['websocket', 'SPDY/3.1']) {
      const upgrade = [['Connection', 'Upgrade'], ['Upgrade', protocol], ...Object.entries(ADMIN)] as const;
      const bytes = message('GET', `/api/v1/nodes/n1:${port}/proxy/x`, upgrade);
      const answer = await sendRaw(server.port, bytes, (text) => text.includes('address not allowed'));
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('address not allowed') });
    }
    expect(asked).toEqual([]);
  });

  it.each(LOCAL)('does not connect to a port at %s', async (address) => {
    await moveNode(address);
    for (const scheme of ['', 'http:', 'https:']) {
      const answer = await send('GET', `/api/v1/nodes/${scheme}n1:${port}/proxy/x`);
      expect(await answer.json()).toMatchObject({ code: 400, message: 'address not allowed' });
    }
    expect(asked).toEqual([]);
  });
});

describe('an outgoing call', () => {
  const checkAddress = (address: string): void => {
    if (!isProxyable(address)) throw badRequest('address not allowed');
  };

  it('is not connected to a name that resolves to a forbidden address', async () => {
    const request = (): Request => new Request(`http://localhost:${port}/named`);
    await expect(outgoingFetch(request(), { checkAddress })).rejects.toThrow('address not allowed');
    expect(asked).toEqual([]);
    // The open connection of another call is not reused either.
    expect(await (await outgoingFetch(request())).text()).toBe('secret');
    await expect(outgoingFetch(request(), { checkAddress })).rejects.toThrow('address not allowed');
    expect(asked.splice(0)).toEqual(['/named']);
  });

  it('may reach this machine unless it is proxied for a client, as for webhooks of developers', async () => {
    expect(await (await outgoingFetch(new Request(`http://127.0.0.1:${port}/webhook`))).text()).toBe('secret');
    expect(asked.splice(0)).toEqual(['/webhook']);
  });

  it('streams a body that is too long to buffer', async () => {
    let received = 0;
    const sink = createServer(async (request, response) => {
      for await (const chunk of request) received += (chunk as Buffer).length;
      response.end('received');
    }).listen(0, '127.0.0.1');
    await once(sink, 'listening');
    let left = 20;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(1024 * 1024));
        else controller.close();
      },
    });
    const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}/`;
    const init = { method: 'POST', body, duplex: 'half', redirect: 'manual' } as RequestInit;
    expect(await (await outgoingFetch(new Request(address, init))).text()).toBe('received');
    expect(received).toBe(20 * 1024 * 1024);
    sink.close();
  });
});
