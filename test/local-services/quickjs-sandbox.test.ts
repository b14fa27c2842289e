import fc from 'fast-check';
import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { QuickJsSandbox } from '../../src/local-services/quickjs-sandbox.ts';
import { processorTime } from '../helpers/processor-time.ts';
import { loadEngine, sandboxForTests } from './sandbox-for-tests.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

const run = (code: string, input: unknown = {}, milliseconds = 60_000, now = NOW) =>
  sandboxForTests.run({ code, input: JSON.stringify(input), now, milliseconds });
const runAt = (now: number, code: string) => run(code, {}, 60_000, now);

/** Returns the result of the function. */
async function value(body: string, input?: unknown): Promise<unknown> {
  const { outcome, text } = await run(`export default ${body}`, input);
  expect({ outcome, text }).toMatchObject({ outcome: 'returned' });
  return JSON.parse(text);
}
async function failure(code: string): Promise<string> {
  const { outcome, text } = await run(code);
  expect(outcome).toBe('failed');
  return text;
}

it('a failed load of the engine is retried by the next call', async () => {
  let loads = 0;
  const sandbox = new QuickJsSandbox(async () => {
    loads += 1;
    if (loads < 3) throw new TypeError('Failed to fetch');
    return loadEngine();
  }, systemClock);
  const call = { code: 'export default () => 1', input: '{}', now: NOW, milliseconds: 60_000 };
  const twice = await Promise.allSettled([sandbox.run(call), sandbox.run(call)]);
  expect(twice.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(sandbox.run(call)).rejects.toThrow('Failed to fetch');
  expect((await sandbox.run(call)).text).toBe('1');
  expect(loads).toBe(3);
});

describe('a handler in the sandbox', () => {
  it('receives its input and returns a value', async () => {
    expect(await value('({ a }) => ({ b: a + 1 })', { a: 1 })).toEqual({ b: 2 });
  });

  it('may be async, and its module may use top-level await', async () => {
    expect(await value('async (input) => { await null; return input }', 'text')).toBe('text');
    expect((await run('const one = await Promise.resolve(1); export default () => one')).text).toBe('1');
  });

  it('returns null when it returns nothing', async () => expect(await value('() => {}')).toBe(null));

  it('writes to a console', async () => {
    const { console } = await run(
      'console.log("a", { b: 1 }, [2]); export default () => console.error(new Error("no"))',
    );
    expect(console).toEqual(['a {"b":1} [2]', 'Error: no']);
  });

  it('has limited console output', async () => {
    const { console } = await run('export default () => { for (let i = 0; i < 1e5; i++) console.log("line " + i) }');
    expect(console.join('').length).toBeLessThan(5000);
    expect(console.at(-1)).toBe('… (truncated)');
  });

  it('has a clock that stands still at the time of the call', async () => {
    expect(await value('() => [Date.now(), new Date().getTime(), new Date(5).getTime(), Date.UTC(1970, 0)]')).toEqual([
      NOW,
      NOW,
      5,
      0,
    ]);
    expect(await value('() => new (new Date(0).constructor)().getTime()')).toBe(NOW);
    expect(await value('() => new (Object.getPrototypeOf(Date.prototype).constructor)() instanceof Date')).toBe(false);
    expect(await value('() => { class Mine extends Date {} return new Mine().getTime() }')).toBe(NOW);
  });
});

/** An engine that can be broken: from then on, new runtimes cannot be disposed of. */
function brittle(engine: QuickJSWASMModule) {
  const counts = { isBrittle: false, failures: 0, runtimesOfBroken: 0 };
  const newRuntime = () => {
    if (counts.failures > 0) counts.runtimesOfBroken += 1;
    const runtime = engine.newRuntime();
    const dispose = runtime.dispose.bind(runtime);
    if (counts.isBrittle)
      runtime.dispose = () => {
        dispose();
        counts.failures += 1;
        throw new Error('broken');
      };
    return runtime;
  };
  const getWasmMemory = () => engine.getWasmMemory();
  return { engine: { newRuntime, getWasmMemory } as QuickJSWASMModule, counts };
}

describe('a handler that is called again after a pause', () => {
  const NEW = 'globalThis.calls = (globalThis.calls ?? 0) + 1; console.log("read");';
  const callTwice = async (code: string) => {
    const results = [];
    for (const now of [NOW, NOW + 1000]) {
      results.push(await runAt(now, code));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return results;
  };

  it('starts with new state and console', async () => {
    const results = await callTwice(`${NEW} let own = 0; export default () => [calls, ++own]`);
    expect(results).toEqual([1, 2].map(() => ({ outcome: 'returned', text: '[1,1]', console: ['read'] })));
  });

  it.each([
    ['during the call', 'export default () => Date.now()'],
    ['during evaluation', 'const now = Date.now(); export default () => now'],
    ['after an await', 'await null; const now = new Date().getTime(); export default () => now'],
    [
      'during evaluation, hiding the error',
      'let now = 0; try { now = +new Date(); } catch {} export default () => now',
    ],
    ['in a job', 'let now; Promise.resolve().then(() => { now = Date.now() }); export default async () => now'],
  ])('sees the time of each call: %s', async (_, code) => {
    expect((await callTwice(code)).map(({ text }) => Number(text))).toEqual([NOW, NOW + 1000]);
  });

  it('is not affected by calls of more handlers than the sandbox keeps', async () => {
    const codes = Array.from({ length: 6 }, (_, index) => `${NEW} export default () => [calls, ${index}]`);
    for (let round = 0; round < 3; round++) {
      for (const [index, code] of codes.entries()) {
        expect((await run(code)).text).toBe(`[1,${index}]`);
        if (index % 2) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
  });

  it('may break the engine during early evaluation, after which the engine is not used again', async () => {
    const { engine, counts } = brittle(await loadEngine());
    const sandbox = new QuickJsSandbox(async () => engine, systemClock);
    // Only the first runtime is disposed of after its evaluation, because it reads the clock.
    for (const code of ['Date.now(); export default () => 1', 'export default () => 2'])
      await sandbox.run({ code, input: '{}', now: NOW, milliseconds: 60_000 });
    counts.isBrittle = true;
    await expect.poll(() => counts.failures).toBe(1);
    expect(counts.runtimesOfBroken).toBe(0);
  });

  it('may fail in one call and succeed in another', async () => {
    const code = 'if (Date.now() % 2000 === 0) throw new Error("even"); export default () => "odd"';
    for (const now of [1000, 2000, 1000, 2000]) {
      expect(await runAt(now, code)).toMatchObject(now === 1000 ? { text: '"odd"' } : { outcome: 'failed' });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  });
});

describe('no part of the host', () => {
  it.each([
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'indexedDB',
    'caches',
    'localStorage',
    'process',
    'require',
    'self',
    'window',
    'setTimeout',
    'performance',
    'crypto',
    'std',
    'os',
  ])('is available: %s', async (name) => {
    expect(await value(`() => typeof ${name}`)).toBe('undefined');
  });

  it('can be imported', async () => {
    expect(await failure('import "node:fs"; export default () => 1')).toContain("could not load module 'node:fs'");
    expect(await failure('export default () => import("https://example.com/a.js")')).toContain('could not load module');
  });

  it('is behind constructors of constructors', async () => {
    expect(await value('() => typeof (() => {}).constructor.constructor("return this")().process')).toBe('undefined');
    expect(await value('() => Object.keys(Function("return this")()).join()')).toBe('console');
  });

  it('survives from one call to the next', async () => {
    await run('globalThis.kept = 1; Object.prototype.polluted = 1; export default () => 1');
    expect(await value('() => [typeof kept, typeof ({}).polluted]')).toEqual(['undefined', 'undefined']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('is affected by replaced globals', async () => {
    expect(
      await value('(input) => { JSON.stringify = JSON.parse = () => "}"; Promise = 1; return input }', [1]),
    ).toEqual([1]);
    const { text } = await run(
      'Object.defineProperty(Object.prototype, "then", { get() { throw new Error("caught") } }); export default () => 1',
    );
    expect(text).toBe('1');
  });

  it('treats members named __proto__ specially', async () => {
    const returned = await value(`() => JSON.parse('{"__proto__":{"admin":true}}')`);
    expect((returned as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('a handler that fails', () => {
  it('reports the position of its error', async () => {
    expect(await failure('export default () => {\n  null.x;\n}')).toMatch(/^TypeError: .* at handler\.js:2:\d+$/);
    expect(await failure('export default () => { throw "text" }')).toBe('the handler threw "text"');
    expect(await failure('export default async () => { throw new RangeError("far") }')).toMatch(/^RangeError: far/);
    expect(await failure('export default () => { throw null }')).toBe('the handler threw null');
  });
  it('reports syntax errors with their position', async () => {
    expect(await failure('export default (')).toMatch(/^SyntaxError: .* at handler\.js:1/);
  });
  it.each(['', 'export const other = 1', 'export default 1'])('has no default function: %j', async (code) => {
    expect(await failure(code)).toMatch(/handler\.js must export a default function/);
  });
  it('awaits a promise that never settles', async () => {
    expect(await failure('export default () => new Promise(() => {})')).toContain('never settles');
  });
  it('returns a value that is not JSON', async () => {
    expect(await failure('export default () => 1n')).toMatch(/^TypeError/);
    expect(await failure('export default () => { const a = {}; a.a = a; return a }')).toMatch(/^TypeError: circular/);
    expect(await failure('export default () => ({ toJSON() { throw new Error("mine") } })')).toMatch(/^Error: mine/);
  });
});

describe('a greedy handler', () => {
  it.each([
    'for (;;);',
    'export default () => { for (;;); }',
    'export default () => { try { for (;;); } catch {} for (;;); }',
    'export default async () => { for (;;) await null; }',
    'export default () => /(a+)+$/.test("a".repeat(40) + "b")',
    'export default () => ({ get a() { for (;;); } })',
  ])('is interrupted at its timeout: %s', async (code) => {
    const time = await processorTime(async () =>
      expect(await run(code, {}, 100)).toMatchObject({ outcome: 'timed-out' }),
    );
    expect(time).toBeLessThan(5000);
  });
  it('keeps its earlier console output', async () => {
    expect((await run('export default () => { console.log("begun"); for (;;); }', {}, 500)).console).toEqual(['begun']);
  });
  it.each([
    'const a = []; for (;;) a.push({});',
    'let a = "x"; for (;;) a += a;',
    '"x".repeat(1e9)',
    'new Uint8Array(1e9)',
  ])('cannot exceed its memory: %s', async (code) => {
    expect(await failure(`export default () => { ${code} }`)).toMatch(/out of memory|too long/);
  });
  it('cannot exceed its stack', async () => {
    expect(await failure('export default () => { const again = () => again(); again(); }')).toContain('stack overflow');
  });
  it('leaves the sandbox usable', async () => expect(await value('() => "fine"')).toBe('fine'));
});

describe('any JSON value', () => {
  it('passes through unchanged', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (input) => {
        const { text } = await run('export default (input) => input', input);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(input)));
      }),
      { numRuns: 200 },
    ));

  it('any text as code leaves the sandbox usable', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `export default () => (${text})`),
        ),
        async (code) => {
          const { outcome } = await run(code, {}, 300);
          expect(['returned', 'failed', 'timed-out']).toContain(outcome);
        },
      ),
      { numRuns: 200 },
    ));
});
