import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRequestInfo } from '../../../src/server/http/read-request-info.ts';
import { hasDotSegments, RequestTargets } from '../../../src/server/http/request-targets.ts';

const BASE = 'http://localhost';

test('repeated requests to a URL share one target for each method', () => {
  const targets = new RequestTargets();
  const url = '/api/v1/namespaces/x/pods';
  expect(targets.of('GET', url)).toBe(targets.of('GET', url));
  expect(targets.of('GET', url).info.verb).toBe('list');
  expect(targets.of('POST', url).info.verb).toBe('create');
});

test.each([
  ['/api/v1/namespaces/..', true],
  ['/api/v1/namespaces/./pods?limit=1', true],
  ['/..', true],
  ['/api/v1/namespaces/..a', false],
  ['/api/v1/pods?continue=/../', false],
])('the target %s has dot segments: %s', (target, expected) => {
  expect(hasDotSegments(target)).toBe(expected);
});

test('dot segments of a target are names', () => {
  const { url, info } = new RequestTargets().of('GET', '/api/v1/namespaces/../pods/.?pretty=true');
  expect(info).toMatchObject({ isResourceRequest: true, resource: 'pods', namespace: '..', name: '.' });
  expect(url.searchParams.get('pretty')).toBe('true');
});

test('the target of an object does not depend on earlier targets', () => {
  const segment = fc.constantFrom(
    ...[
      'a',
      'b',
      'web-1.x',
      '.a',
      '..',
      '',
      'status',
      'scale',
      'finalize',
      'proxy',
      'watch',
      'namespaces',
      'pods',
      'v1',
    ],
    ...['a%2Fb', 'ü', 'api', 'apps', 'a?b', 'a/b'],
  );
  const root = fc.constantFrom(
    '/api/v1',
    '/apis/apps/v1',
    '/api/v1/namespaces/x',
    '/apis/apps/v1/namespaces/x',
    '/api',
    '',
  );
  const query = fc.constantFrom('', '?watch=1', '?fieldManager=a/b', '?fieldSelector=metadata.name%3Da', '#x');
  fc.assert(
    fc.property(
      fc.tuple(root, fc.array(segment, { maxLength: 4 }), query),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 3 }),
      fc.constantFrom('GET', 'PUT', 'DELETE', 'POST'),
      ([start, steps, end], names, place, method) => {
        const targets = new RequestTargets();
        for (const name of names) {
          const text = `${start}/${[...steps.slice(0, place), name, ...steps.slice(place + 1)].join('/')}${end}`;
          const expected = new URL(BASE + text);
          const { url, info } = targets.of(method, hasDotSegments(text) ? expected.pathname + expected.search : text);
          expect([url.pathname, url.search]).toEqual([expected.pathname, expected.search]);
          expect(info).toEqual(readRequestInfo(method, expected));
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('the value of a query parameter is not a name, even after a slash', () => {
  const targets = new RequestTargets();
  for (const manager of ['a/b', 'a/c']) {
    const { info, url } = targets.of('GET', `/api/v1/namespaces/b/status?fieldManager=${manager}`);
    expect(info).toMatchObject({ resource: 'namespaces', name: 'b', subresource: 'status' });
    expect(url.searchParams.get('fieldManager')).toBe(manager);
  }
});

test('a cached target equals a new one', () => {
  const targets = new RequestTargets();
  const paths = ['/api/v1/pods', '/api/v1/pods?watch=1', '/api/v1/pods?watch=0', '/healthz', '/apis/apps/v1/x/y/z?a=b'];
  for (const path of [...paths, ...paths]) {
    for (const method of ['GET', 'DELETE', 'POST']) {
      const { url, info } = targets.of(method, path);
      expect(url.pathname + url.search).toBe(path);
      expect(info).toEqual(readRequestInfo(method, new URL(BASE + path)));
    }
  }
});

test('the cache of targets is bounded', () => {
  const targets = new RequestTargets();
  const first = targets.of('GET', '/0');
  for (let number = 1; number < 2000; number++) targets.of('GET', `/${number}`);
  expect(targets.of('GET', '/0')).not.toBe(first);
  const again = targets.of('GET', '/0');
  for (let number = 0; number < 100; number++) targets.of(`M${number}`, '/0');
  expect(targets.of('GET', '/0')).not.toBe(again);
  const long = `/${'a'.repeat(1000)}`;
  expect(targets.of('GET', long)).not.toBe(targets.of('GET', long));
});

test('a URL is parsed like the URL class parses it', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '.',
      '..',
      '%2e',
      '%2F',
      '?',
      '#',
      '&',
      '=',
      '+',
      ':',
      '@',
      '\\',
      ' ',
      'ü',
      "'",
      '*',
      '~',
      ',',
      '!',
    ),
    fc.constantFrom('/api/v1', '/namespaces', '/pods', 'web.abc', 'watch=1', 'limit=500', 'a%20b', '\t'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = `/${pieces.join('')}`;
      fc.pre(!hasDotSegments(text));
      const { url, info } = new RequestTargets().of('GET', text);
      const expected = new URL(BASE + text);
      expect([url.pathname, url.search]).toEqual([expected.pathname, expected.search]);
      expect([...url.searchParams]).toEqual([...expected.searchParams]);
      expect(info).toEqual(readRequestInfo('GET', expected));
    }),
    { numRuns: 1000 },
  );
});
