import { expect, test } from 'vitest';
import { queryParameter } from '../../../src/server/http/query-parameter.ts';

test.each([
  '',
  '?',
  '?timeout',
  '?timeout=5s',
  '?other=timeout',
  '?%74imeout=5s',
  '?a=b&timeout=1&timeout=2',
  '?a=%zz',
])('reads the query %j like URLSearchParams', (query) => {
  const url = new URL(`http://server/${query}`);
  expect(queryParameter(url, 'timeout')).toBe(url.searchParams.get('timeout'));
});
