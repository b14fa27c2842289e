import { connect } from 'node:net';

/** The longest wait for an answer, in milliseconds. */
const PATIENCE = 3000;

export interface RawAnswer {
  /** Undefined when no answer arrived before the connection closed or the wait ended. */
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Writes bytes to a loopback port. Returns the received text once the connection closes or `enough` returns true.
 */
export function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  enough: (text: string) => boolean = (text) => text.includes('\r\n\r\n'),
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const answered = (): void => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('latin1');
      socket.destroy();
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    const timer = setTimeout(answered, PATIENCE);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (enough(Buffer.concat(chunks).toString('latin1'))) setImmediate(answered);
    });
    socket.on('error', answered).on('end', answered).on('close', answered);
    socket.write(bytes);
  });
}

/** Returns a message with default headers, which `headers` replaces or extends. */
export function message(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[] = [],
  body = '',
): string {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const standard = (
    [
      ['Host', 'localhost'],
      ['Connection', 'close'],
    ] as const
  ).filter(([name]) => !given.has(name.toLowerCase()));
  const lines = [...standard, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
