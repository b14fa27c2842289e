import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { QuickJsSandbox } from '../../src/local-services/quickjs-sandbox.ts';
import { loadEngine } from './sandbox-for-tests.ts';

const MEBIBYTE = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Runs handlers in one sandbox and reports the memory of the engines that it loads. */
function measuredSandbox() {
  const engines: Awaited<ReturnType<typeof loadEngine>>[] = [];
  const sandbox = new QuickJsSandbox(async () => {
    const engine = await loadEngine();
    engines.push(engine);
    return engine;
  }, systemClock);
  return {
    run: (code: string, milliseconds = 3000) => sandbox.run({ code, input: '{}', now: 0, milliseconds }),
    largest: () => Math.max(...engines.map((engine) => engine.getWasmMemory().buffer.byteLength)),
    count: () => engines.length,
  };
}

const handler = (body: string): string => `export default () => { ${body} }`;

/** Handlers that allocate memory without limit, and the expected outcomes. */
const ATTACKS: readonly [what: string, code: string, outcome: RegExp][] = [
  ['typed arrays', handler('const all = []; for (;;) all.push(new Uint8Array(65536).fill(1));'), /out of memory/],
  ['small array buffers', handler('const all = []; for (;;) all.push(new ArrayBuffer(64));'), /out of memory/],
  ['a huge array buffer', handler('return new ArrayBuffer(2 ** 31 - 1).byteLength'), /out of memory/],
  ['a huge typed array', handler('return new Float64Array(2 ** 28).length'), /out of memory|invalid/],
  ['strings that double', handler('let text = "xy"; for (;;) text += text;'), /out of memory|too long/],
  ['repeated strings', handler('const all = []; for (;;) all.push("ab".repeat(1e6));'), /out of memory/],
  ['padded strings', handler('return "a".padEnd(1e9).length'), /out of memory|too long|invalid/],
  ['long arrays', handler('const all = []; for (;;) all.push(1, 2, 3, 4);'), /out of memory/],
  ['filled arrays', handler('return new Array(1e9).fill(0).length'), /out of memory|timed-out/],
  ['nested objects', handler('let inner = {}; for (;;) inner = { inner };'), /out of memory/],
  ['maps', handler('const map = new Map(); for (let i = 0; ; i++) map.set(i, {});'), /out of memory/],
  ['symbols', handler('const all = []; for (let i = 0; ; i++) all.push(Symbol("s" + i));'), /out of memory/],
  ['closures', handler('const all = []; for (;;) all.push(() => all);'), /out of memory/],
  ['big integers', handler('let n = 2n; for (;;) n = n * n;'), /out of memory|too large|timed-out/],
  [
    'promise jobs',
    handler(
      'const again = () => { Promise.resolve().then(again); Promise.resolve().then(again); }; again(); return new Promise(() => {})',
    ),
    /out of memory|timed-out/,
  ],
  [
    'a JSON bomb',
    handler('let value = 1; for (let i = 0; i < 40; i++) value = [value, value]; return value'),
    /out of memory|timed-out/,
  ],
  ['parsed JSON', handler('return JSON.parse("[" + "[],".repeat(5e6) + "[]]").length'), /out of memory|too long/],
  ['deep recursion', handler('const again = () => again() + 1; return again()'), /stack overflow/],
  [
    'deep JSON',
    handler('let text = "["; for (let i = 0; i < 20; i++) text += text; return JSON.parse(text)'),
    /stack overflow|out of memory/,
  ],
  ['a result of 100 MB', handler('return "ab".repeat(5e7)'), /out of memory/],
  ['an expression that backtracks', handler('return /^(a+)+$/.test("a".repeat(50) + "b")'), /timed-out|out of memory/],
  ['generators', handler('const all = []; for (;;) all.push((function* () { yield 1; })());'), /out of memory/],
  ['joined arrays', handler('return new Array(2 ** 27).join("ab").length'), /out of memory|too long|timed-out/],
  [
    'memory of a module',
    'const all = []; for (;;) all.push(new Uint8Array(65536)); export default () => 1',
    /out of memory/,
  ],
];

describe('the memory of a sandbox', () => {
  it.each(ATTACKS)('is bounded for %s', async (_, code, expected) => {
    const { run, largest } = measuredSandbox();
    const { outcome, text } = await run(code);
    expect(`${outcome} ${text}`).toMatch(expected);
    expect(largest()).toBeLessThanOrEqual(32 * MEBIBYTE);
    expect((await run('export default () => "fine"')).text).toBe('"fine"');
  });

  it('is available to every call, however much another call used', async () => {
    const { run, largest } = measuredSandbox();
    const greedy = handler(
      'const all = []; for (let i = 0; i < 200; i++) all.push(new Uint8Array(65536).fill(1)); return 1',
    );
    for (let call = 0; call < 10; call++) expect(await run(greedy)).toMatchObject({ outcome: 'returned', text: '1' });
    expect(largest()).toBeLessThanOrEqual(32 * MEBIBYTE);
  });

  it('is available to other handlers although a module keeps memory between calls', async () => {
    const { run } = measuredSandbox();
    const hoarder = 'const kept = new Uint8Array(12 * 2 ** 20).fill(1); export default () => kept.length';
    expect(await run(hoarder)).toMatchObject({ outcome: 'returned' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await run(hoarder.replace('kept.length', 'kept.length + 1'))).toMatchObject({ outcome: 'returned' });
  });

  it('does not grow over a thousand calls', async () => {
    const { run, count } = measuredSandbox();
    const code = handler('const all = []; for (let i = 0; i < 20; i++) all.push(new Uint8Array(65536)); return 1');
    const used = async (calls: number): Promise<number> => {
      for (let call = 0; call < calls; call++) await run(code);
      collectGarbage();
      const { external, arrayBuffers, heapUsed } = process.memoryUsage();
      return external + arrayBuffers + heapUsed;
    };
    const before = await used(100);
    expect((await used(1000)) - before).toBeLessThan(16 * MEBIBYTE);
    expect(count()).toBe(1);
  });

  it('is bounded for console output, and dropped output is not read', async () => {
    const { run } = measuredSandbox();
    const { console, outcome } = await run(
      handler('const long = "x".repeat(1e6); for (let i = 0; i < 1e4; i++) console.log(long); return 1'),
    );
    expect(outcome).toMatch(/returned|timed-out/);
    expect(console.join('').length).toBeLessThan(5000);
  });
});
