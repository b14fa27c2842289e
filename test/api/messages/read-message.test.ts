import { expect, test } from 'vitest';
import { TooManyBytesError } from '../../../src/api/encoding/read-stream.ts';
import { readBytes } from '../../../src/api/messages/read-message.ts';

/** A request in a browser without streams of request bodies, such as Firefox. */
function withoutStream(body: string): Request {
  const request = new Request('http://localhost/', { method: 'POST', body });
  Object.defineProperty(request, 'body', { value: undefined });
  return request;
}

test('A body is read up to its limit, whether or not the platform streams request bodies', async () => {
  for (const request of [new Request('http://localhost/', { method: 'POST', body: 'abc' }), withoutStream('abc')])
    expect(new TextDecoder().decode(await readBytes(request, 3))).toBe('abc');
  await expect(readBytes(withoutStream('abcd'), 3)).rejects.toThrow(TooManyBytesError);
});
