import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../src/hosts/platform.ts';
import { containerSystem } from '../../src/simulation/shell/container-system.ts';
import { execute } from '../../src/simulation/shell/execute.ts';
import { runAlone } from '../../src/simulation/shell/run-alone.ts';
import { LONGEST_DELAY, longestTurn, measureTurns } from './longest-turn.mjs';

const podWith = (script: string): Pod =>
  ({
    metadata: { name: 'attacker', namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'example.com/tools:1', command: ['sh', '-c', script] }] },
    status: { containerStatuses: [{ name: 'main', containerID: 'containerd://123', restartCount: 5 }] },
  }) as unknown as Pod;

const nested = (levels: number): string => `${'$('.repeat(levels)}echo x${')'.repeat(levels)}`;
const loops = (levels: number): string =>
  `${Array.from({ length: levels }, (_, level) => `for v${level} in $(seq 1000); do `).join('')}:${'; done'.repeat(levels)}`;

/** Scripts that would run forever, or exhaust the server's memory. */
const ATTACKS: readonly (readonly [string, string])[] = [
  ['nested loops', loops(5)],
  ['an endless loop', 'while :; do :; done'],
  ['a loop that writes to /dev/null', 'while true; do seq 100000 > /dev/null; done'],
  ['a loop that fills a pipe', 'while true; do seq 100000; done | wc -l'],
  ['a variable that doubles', 'x=aaaaaaaa; while true; do x="$x$x"; done'],
  ['a file that doubles', 'echo aaaaaaaa > /tmp/a; while true; do cat /tmp/a >> /tmp/a; done'],
  ['many words from one variable', `x="$(seq 9999)"; echo ${'$x'.repeat(5000)}`],
  ['nested substitutions', `echo ${nested(2000)}`],
  ['a long script in nested substitutions', `echo ${'$('.repeat(15)}: ${'a'.repeat(120_000)}${')'.repeat(15)}`],
  ['an expression that backtracks', `printf '${'a'.repeat(5000)}b' | grep '^(a+)+$'`],
  ['an expression with counted alternations', `seq 100000 | grep '((1|2|3){1,30}){1,30}x'`],
  ['a format with many repetitions', `printf '${'%s'.repeat(20_000)}' $(seq 50000)`],
  ['a program with many fields', `seq 100000 | awk '{print ${'$0,'.repeat(10_000)}}'`],
  ['a long file name in a long format', `touch /tmp/x; stat -c '${'%n'.repeat(40_000)}' /tmp/${'./'.repeat(20_000)}x`],
];

/** Calls `run`. Returns the longest delay of the event loop in milliseconds. */
async function longestDelay(run: () => Promise<unknown> | unknown): Promise<number> {
  const timer = measureTurns();
  longestTurn();
  await run();
  clearInterval(timer);
  return longestTurn();
}

describe('a script in a container does not block the server', () => {
  it.each(ATTACKS)('while a client runs %s', async (_, script) => {
    const pod = podWith('');
    const [container] = pod.spec?.containers ?? [];
    if (!container) throw new Error('the pod has a container');
    const end = new AbortController();
    const write = () => Promise.resolve();
    const streams = { stdin: undefined, stdout: write, stderr: write, signal: end.signal };
    const delay = await longestDelay(async () => {
      const leave = setTimeout(() => end.abort(), 1500);
      await execute(containerSystem(systemClock, pod, container), ['sh', '-c', script], { isTerminal: false })(streams);
      clearTimeout(leave);
    });
    expect(delay).toBeLessThan(LONGEST_DELAY);
  });

  it.each(ATTACKS)('while a container runs %s', async (_, script) => {
    const pod = podWith(script);
    const [container] = pod.spec?.containers ?? [];
    if (!container) throw new Error('the pod has a container');
    expect(await longestDelay(() => runAlone(pod, container))).toBeLessThan(LONGEST_DELAY);
  });
});
