import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

const PREFIX = '/clusters/main';

/**
 * Replaces Headlamp's backend, which is not an npm package: forwards the requests and upgrades below `/clusters/main`
 * to the cluster with a user's token, and all others to the page's host.
 */
export async function startHeadlampBackend(page: string, cluster: string, token: string) {
  const forward = ({ url = '/', method = 'GET', headers }: IncomingMessage) => {
    const isForCluster = url.startsWith(`${PREFIX}/`);
    const target = isForCluster ? `${cluster}${url.slice(PREFIX.length)}` : `${page}${url}`;
    const credentials = isForCluster ? { authorization: `Bearer ${token}` } : {};
    return sendRequest(target, { method, headers: { ...headers, ...credentials } });
  };
  const server = createServer((incoming, outgoing) => {
    const passed = forward(incoming);
    passed.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    const passed = forward(incoming);
    passed.on('upgrade', ({ rawHeaders }, upstream: Duplex, head: Buffer) => {
      const lines = rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join('');
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      socket.write(head);
      socket.pipe(upstream).pipe(socket);
      for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const])
        one.on('error', () => other.destroy()).on('close', () => other.destroy());
    });
    passed.on('response', () => socket.destroy()).on('error', () => socket.destroy());
    passed.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
