import { expect, test } from 'vitest';
import { TooManyBytesError } from '../../../src/api/encoding/read-stream.ts';
import { readBytes } from '../../../src/api/messages/read-message.ts';

/** A request of a browser that has no streams of the bodies of requests, as Firefox. */
function withoutStream(body: string): Request {
  const request = new Request('http://localhost/', { method: 'POST', body });
  Object.defineProperty(request, 'body', { value: undefined });
  return request;
}

test('A body is read up to its limit, with and without streams of the platform', async () => {
  for (const request of [new Request('http://localhost/', { method: 'POST', body: 'abc' }), withoutStream('abc')])
    expect(new TextDecoder().decode(await readBytes(request, 3))).toBe('abc');
  await expect(readBytes(withoutStream('abcd'), 3)).rejects.toThrow(TooManyBytesError);
});
