import { describe, expect, it } from 'vitest';
import { matchesTerms, parseTraceFilter, withoutTerm } from '../../../src/ui/state/trace-filter.ts';

const denied = {
  request: { verb: 'create', method: 'POST', path: '/api/v1/namespaces/x/pods', dryRun: false },
  user: { username: 'Ann' },
  response: { code: 403, warnings: [] },
};
const matches = (filter: string): boolean =>
  matchesTerms(denied, 'create pods web x Ann Not allowed', parseTraceFilter(filter));

describe('a filter of requests', () => {
  it('selects by method or verb, status, path and user', () => {
    for (const filter of ['method:post', 'method:create', 'status:403', 'status:4xx', 'path:/x/pods', 'user:ann'])
      expect([filter, matches(filter)]).toEqual([filter, true]);
    for (const filter of ['method:pos', 'status:404', 'status:2xx', 'path:/nodes', 'user:bob'])
      expect([filter, matches(filter)]).toEqual([filter, false]);
  });

  it('excludes matches of a term after a minus', () => {
    expect([matches('-user:ann'), matches('-user:bob'), matches('-web'), matches('-api')]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('requires every term', () => {
    expect([matches('method:create status:403'), matches('method:create status:201')]).toEqual([true, false]);
  });

  it('finds text anywhere, and words in order when they are quoted', () => {
    expect([matches('allowed web'), matches('"not allowed"'), matches('"allowed not"')]).toEqual([true, true, false]);
    expect(parseTraceFilter('user:"Ann Lee"')).toEqual([
      { text: 'user:"Ann Lee"', isNegated: false, field: 'user', value: 'ann lee' },
    ]);
  });

  it('reads an unknown field as text', () => {
    expect(parseTraceFilter('system:admin')).toEqual([
      { text: 'system:admin', isNegated: false, field: undefined, value: 'system:admin' },
    ]);
  });

  it('is not narrowed by a term that is still being typed', () => {
    expect(parseTraceFilter('user: - -method:')).toEqual([]);
  });

  it('can be shortened by a term', () => {
    const filter = 'a -user:b  a status:403';
    const [, user] = parseTraceFilter(filter);
    expect(user && withoutTerm(filter, user)).toBe('a status:403');
  });
});
