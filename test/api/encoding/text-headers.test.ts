import { describe, expect, it } from 'vitest';
import { TextHeaders } from '../../../src/api/encoding/text-headers.ts';

const NAMES = ['accept', 'Content-Type', 'x-a', 'X-A', 'warning', 'bad name', ''];
const VALUES = ['a', 'a, b', ' padded ', '', '\t', 'größe', 'snow ☃', 'two\nlines', 'a\0b', '299 - "text"'];

/** Runs the same steps on both kinds of headers. Returns what each step returned or threw, and all entries. */
function outcome(headers: Headers, steps: readonly ((headers: Headers) => unknown)[]): unknown {
  const results = steps.map((step) => {
    try {
      return step(headers) ?? null;
    } catch (error) {
      return (error as Error).name;
    }
  });
  const seen: string[] = [];
  headers.forEach((value, name) => {
    seen.push(`${name}: ${value}`);
  });
  return { results, seen, entries: [...headers], keys: [...headers.keys()], values: [...headers.values()] };
}

/** A small generator of pseudo-random numbers, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('the headers of text messages', () => {
  it('do what the platform’s headers do, whatever they are given', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const next = numbers(seed);
      const name = () => NAMES[next(NAMES.length)] ?? '';
      const value = () => VALUES[next(VALUES.length)] ?? '';
      const steps = Array.from({ length: 8 }, () => {
        const [kind, one, text] = [next(5), name(), value()];
        return (headers: Headers) => {
          if (kind === 0) return headers.append(one, text);
          if (kind === 1) return headers.set(one, text);
          if (kind === 2) return headers.get(one);
          if (kind === 3) return headers.has(one);
          return headers.delete(one);
        };
      });
      expect(outcome(new TextHeaders(), steps), `seed ${seed}`).toEqual(outcome(new Headers(), steps));
    }
  });

  it.each<[string, HeadersInit]>([
    ['an object', { Accept: 'a', 'x-b': ' c ' }],
    [
      'pairs',
      [
        ['x-b', 'c'],
        ['X-B', 'd'],
      ],
    ],
    ['platform headers', new Headers({ Accept: 'a' })],
    ['text headers', new TextHeaders({ Accept: 'a' })],
  ])('are made from %s', (_what, init) => {
    expect([...new TextHeaders(init)]).toEqual([...new Headers(init)]);
  });

  it('are taken by platform messages', () => {
    const headers = new TextHeaders({ 'content-type': 'text/x', 'x-a': 'b' });
    expect(new Response('', { headers }).headers.get('x-a')).toBe('b');
    expect(new Request('http://localhost', { headers }).headers.get('content-type')).toBe('text/x');
  });

  it('are copied, so that a change of the copy leaves them alone', () => {
    const headers = new TextHeaders({ 'x-a': 'b' });
    new TextHeaders(headers).set('x-a', 'c');
    expect(headers.get('x-a')).toBe('b');
  });

  it('of a frozen object are the same each time, whatever happens to the former ones', () => {
    const init = Object.freeze({ 'x-a': 'b' });
    const first = new TextHeaders(init);
    first.set('x-a', 'c');
    const second = new TextHeaders(init);
    second.append('x-d', 'e');
    expect([...first]).toEqual([['x-a', 'c']]);
    expect([...second]).toEqual([
      ['x-a', 'b'],
      ['x-d', 'e'],
    ]);
    expect([...new TextHeaders(init)]).toEqual([['x-a', 'b']]);
  });
});
