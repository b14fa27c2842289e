import { describe, expect, it } from 'vitest';
import { isWatch, limitWatch } from '../../../src/hosts/worker/limit-watch.ts';

const HEADERS = { authorization: 'Bearer t' };
const limited = (query: string) => {
  const url = new URL(`http://localhost/api/v1/pods?watch=1${query}`);
  return limitWatch(new Request(url, { headers: HEADERS }), url);
};

describe('the timeout of a watch in a worker', () => {
  it.each([
    ['', '240'],
    ['&timeoutSeconds=', ''],
    ['&timeoutSeconds=0', '240'],
    ['&timeoutSeconds=3600', '240'],
    ['&timeoutSeconds=240', '240'],
    ['&timeoutSeconds=30', '30'],
    ['&timeoutSeconds=abc', 'abc'],
    ['&timeoutSeconds=-1', '-1'],
  ])('is limited from "%s" to %s seconds', (query, seconds) => {
    const request = limited(query);
    expect(new URL(request.url).searchParams.get('timeoutSeconds')).toBe(seconds);
    expect(request.headers.get('authorization')).toBe('Bearer t');
  });

  it.each([
    ['GET', '/api/v1/pods?watch=1', true],
    ['GET', '/api/v1/watch/pods', true],
    ['GET', '/api/v1/pods', false],
    ['POST', '/api/v1/pods?watch=1', false],
  ])('%s %s is a watch: %s', (method, path, expected) => {
    const url = new URL(path, 'http://localhost');
    expect(isWatch(new Request(url, { method }), url)).toBe(expected);
  });
});
