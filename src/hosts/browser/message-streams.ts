import { base64Bytes, bytesBase64 } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { MessageStream, OpenMessageStream } from '../../client/message-stream.ts';
import { ABNORMAL_CLOSURE } from '../streaming/message-connection.ts';
import { type OpenedSocket, RECEIVE, type ReceivedMessages, type SocketRequest } from './socket-calls.ts';
import type { CallWorker } from './worker-control.ts';

/** Returns a function that opens connections to a cluster in the worker. Unlike a WebSocket, they report why one fails. */
export const messageStreamsOf =
  (call: CallWorker): OpenMessageStream =>
  async (path, protocols, headers): Promise<MessageStream> => {
    const request: SocketRequest = { path, method: 'POST', protocols, headers: Object.fromEntries(headers) };
    const { id } = (await call('socket.open', request)) as OpenedSocket;
    return {
      send: (message) => call('socket.send', id, { base64: bytesBase64(message) }),
      messages: received(call, id),
      // A socket that is closed already needs no close.
      close: () => void call('socket.close', id).catch(() => undefined),
    };
  };

async function* received(call: CallWorker, id: string): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { messages, code } = (await call(RECEIVE, id)) as ReceivedMessages;
    for (const message of messages)
      yield typeof message === 'string' ? utf8Bytes(message) : base64Bytes(message.base64);
    if (code === ABNORMAL_CLOSURE) throw new Error('the connection was broken');
    if (code !== undefined) return;
  }
}
