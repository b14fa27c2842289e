import { Duplex } from 'node:stream';
import { WebSocketConnection } from './web-socket-connection.ts';

/** Returns a stream of the bytes in the messages of a WebSocket, in both directions. */
export function bytesIn(socket: Duplex): Duplex {
  const connection = new WebSocketConnection(socket);
  let resume: () => void = () => undefined;
  const bytes: Duplex = new Duplex({
    read: () => resume(),
    write: (data: Buffer, _encoding, callback) => void connection.send('binary', data).then(() => callback(), callback),
    final(callback) {
      connection.close();
      callback();
    },
  });
  const receive = (message: Uint8Array): Promise<void> | undefined => {
    if (bytes.destroyed || bytes.push(message)) return undefined;
    return new Promise((resolve) => {
      resume = resolve;
    });
  };
  bytes.on('close', () => connection.close());
  for (const stream of [bytes, socket]) stream.on('close', () => resume());
  connection.run(receive).then(
    () => bytes.push(null),
    () => bytes.destroy(),
  );
  return bytes;
}
