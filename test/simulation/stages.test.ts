import { describe, expect, it } from 'vitest';
import type { Container, Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { containerRun, logLines, nextLineAt } from '../../src/simulation/kubelet/container-log.ts';
import { PodAddresses } from '../../src/simulation/nodes/pod-addresses.ts';
import { behaviorOf } from '../../src/simulation/pods/container-behavior.ts';
import { restartBackoff } from '../../src/simulation/pods/timing/waits.ts';
import { chooseStage, delayOf } from '../../src/simulation/stages/choose-stage.ts';
import { fieldAt, fillIn } from '../../src/simulation/stages/field-path.ts';
import type { Stage } from '../../src/simulation/stages/stage.ts';
import { StageTable } from '../../src/simulation/stages/stage-table.ts';
import { TimerWheel } from '../../src/simulation/timer-wheel.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { podNamed, seededRandom } from '../scheduler/fake-cluster.ts';

const stage = (name: string, spec: Partial<Stage['spec']>): Stage => ({
  apiVersion: 'simulation.tabplane.dev/v1alpha1',
  kind: 'Stage',
  metadata: { name },
  spec: { resource: 'pods', selector: {}, next: {}, ...spec },
});

const particular = { Runtime: () => 7, Backoff: () => 8, Readiness: () => 5, Termination: () => 6, Pull: () => 9 };

describe('a stage', () => {
  const pod = podNamed('web', { labels: { app: 'web' }, status: { phase: 'Running' } });
  const chosen = (...stages: Stage[]) =>
    chooseStage(new StageTable(stages, 'pods').in('Running'), pod, seededRandom())?.metadata.name;

  it('applies when all parts of its selector match', () => {
    const phase = (operator: 'In' | 'NotIn', value: string) => ({
      matchExpressions: [{ key: '.status.phase', operator, values: [value] }],
    });
    expect(chosen(stage('a', { selector: { states: ['Running'], matchLabels: { app: 'web' } } }))).toBe('a');
    expect(chosen(stage('a', { selector: { states: ['Creating'] } }))).toBeUndefined();
    expect(chosen(stage('a', { selector: { matchAnnotations: { app: 'web' } } }))).toBeUndefined();
    expect(chosen(stage('a', { selector: phase('In', 'Running') }))).toBe('a');
    expect(chosen(stage('a', { selector: phase('NotIn', 'Running') }))).toBeUndefined();
  });

  it('with the highest priority is chosen, one of several by weight', () => {
    expect(chosen(stage('a', {}), stage('b', { priority: 1 }))).toBe('b');
    const random = seededRandom();
    const stages = [stage('rare', { weight: 1 }), stage('often', { weight: 9 })];
    const names = Array.from({ length: 1000 }, () => chooseStage(stages, pod, random)?.metadata.name);
    const rare = names.filter((name) => name === 'rare').length;
    expect(rare).toBeGreaterThan(50);
    expect(rare).toBeLessThan(150);
  });

  it('has a delay from its data, an annotation, or the behavior of the containers', () => {
    const delayed = podNamed('p', { metadata: { name: 'p', annotations: { delay: '2s' } } });
    expect(delayOf({ milliseconds: 5 }, pod, particular, seededRandom())).toBe(5);
    expect(delayOf({ from: 'Runtime' }, pod, particular, seededRandom())).toBe(7);
    expect(delayOf({ from: 'Runtime', fromAnnotation: 'delay' }, delayed, particular, seededRandom())).toBe(2000);
    const jittered = delayOf({ milliseconds: 5, jitterMilliseconds: 10 }, pod, particular, seededRandom());
    expect(jittered).toBeGreaterThanOrEqual(5);
    expect(jittered).toBeLessThan(15);
  });
});

describe('a field path', () => {
  const object = {
    metadata: { labels: { 'a/b': '1' } },
    list: [
      { type: 'x', value: 2 },
      { type: 'y', value: 3 },
    ],
  };

  it.each([
    ['.metadata.labels["a/b"]', '1'],
    ['.list[0].value', 2],
    ['.list[type=y].value', 3],
    ['.list[type=z].value', undefined],
    ['.metadata.constructor', undefined],
  ])('%s is %s', (path, value) => expect(fieldAt(object, path)).toEqual(value));

  it('is expanded in texts', () => {
    expect(fillIn({ a: ['$(.list[1].value)-$(.missing)'] }, object)).toEqual({ a: ['3-'] });
  });
});

describe('a container', () => {
  const behavior = (container: Partial<Container>, pod: Partial<Parameters<typeof podNamed>[1]> = {}) =>
    behaviorOf(podNamed('p', { restartPolicy: 'Always', ...pod }), { name: 'app', image: 'nginx', ...container });

  it('runs forever unless its command or annotations say otherwise', () => {
    expect(behavior({}).runtime).toBeUndefined();
    expect(behavior({ command: ['sleep', '5'] }).runtime).toBe(5000);
    expect(behavior({}, { restartPolicy: 'Never' })).toMatchObject({ runtime: 1000, exitCode: 0 });
    const annotations = {
      'simulation.tabplane.dev/run-duration': '1m',
      'simulation.tabplane.dev/exit-code': '1',
      'simulation.tabplane.dev/exit-code.app': '2',
    };
    expect(behavior({}, { metadata: { name: 'p', annotations } })).toMatchObject({ runtime: 60_000, exitCode: 2 });
  });

  it('fails when its image or command requires it', () => {
    expect(behavior({ image: 'registry.example/crash:1' })).toMatchObject({ exitCode: 1, exitReason: 'Error' });
    expect(behavior({ image: 'registry.example/crashed:1' }).runtime).toBeUndefined();
    expect(behavior({ image: 'oom' })).toMatchObject({ exitCode: 137, exitReason: 'OOMKilled' });
    expect(behavior({ image: 'app:missing' }).isImageMissing).toBe(true);
    expect(behavior({ command: ['sh', '-c', 'echo hello; exit 4'] }).exitCode).toBe(4);
    expect(behavior({ command: ['/bin/sh', '-c', 'sleep 1 && false'] })).toMatchObject({ exitCode: 1, runtime: 1000 });
  });

  it('restarts immediately the first time, and waits longer each time, up to five minutes', () => {
    const text = (seconds: number) => new Date(seconds * 1000).toISOString();
    const waitAfter = (restartCount: number, waited: number, ran = 1) =>
      restartBackoff(
        {
          ...{ name: 'app', ready: false, image: 'app', imageID: '', restartCount },
          state: { running: { startedAt: text(1000 + waited) } },
          ...(restartCount > 0 ? { lastState: { terminated: { exitCode: 1, finishedAt: text(1000) } } } : {}),
        },
        (1000 + waited + ran) * 1000,
      );
    const waits = [
      waitAfter(0, 0),
      waitAfter(1, 0),
      waitAfter(2, 10),
      waitAfter(5, 80),
      waitAfter(6, 160),
      waitAfter(20, 300),
    ];
    expect(waits).toEqual([0, 10_000, 20_000, 160_000, 300_000, 300_000]);
    // The wait starts over after ten minutes without a crash.
    expect([waitAfter(5, 80, 600), waitAfter(6, 0)]).toEqual([0, 10_000]);
  });
});

describe('the log of a container', () => {
  const pod: Pod = podNamed('p');
  const container: Container = { name: 'app', image: 'app' };
  const startedAt = Date.parse('2024-01-01T00:00:00Z');
  const run = { startedAt, finishedAt: undefined, exitCode: 0, restartCount: 0 };

  it('only grows with time', () => {
    const early = logLines(pod, container, run, startedAt + 15_000);
    const late = logLines(pod, container, run, startedAt + 60_000);
    expect(late.slice(0, early.length)).toEqual(early);
    expect(late.length).toBeGreaterThan(early.length);
  });

  it('has every line once the next one is due', () => {
    const all = logLines(pod, container, run, startedAt + 45_000).map(({ at }) => at);
    const awaited = [startedAt];
    for (let at = startedAt; at < startedAt + 45_000; ) {
      at = nextLineAt(run, at);
      awaited.push(at);
    }
    for (const at of all) expect(awaited).toContain(at);
  });

  it('ends with the exit code of a container that failed', () => {
    const terminated = { exitCode: 2, startedAt: '2024-01-01T00:00:00Z', finishedAt: '2024-01-01T00:00:05Z' };
    const status = { name: 'app', ready: false, restartCount: 0, image: '', imageID: '', state: { terminated } };
    const ended = containerRun(status, false);
    expect(ended && logLines(pod, container, ended, startedAt + 60_000).at(-1)?.text).toBe(
      'fatal: exiting with code 2',
    );
    expect(containerRun(status, true)).toBeUndefined();
  });
});

describe('a timer wheel', () => {
  it('calls back in slots with one timer of the clock, and skips cancelled callbacks', async () => {
    const clock = new ManualClock();
    const wheel = new TimerWheel(clock, 100);
    const called: string[] = [];
    for (const [key, delay] of [
      ['b', 150],
      ['a', 20],
      ['c', 40],
      ['d', 30],
    ] as const)
      wheel.set(key, delay, () => called.push(`${key}@${clock.now()}`));
    wheel.cancel('d');
    expect(clock.waiting).toBe(1);
    await clock.advance(1000);
    expect(called).toEqual(['a@100', 'c@100', 'b@200']);
    expect(clock.waiting).toBe(0);
  });
});

describe('the addresses of pods', () => {
  it('are unique, and reused only after all others', () => {
    const addresses = new PodAddresses('10.0.0.0/29');
    addresses.occupy('x', '10.0.0.3');
    expect(['a', 'b', 'c'].map((uid) => addresses.addressOf(uid))).toEqual(['10.0.0.2', '10.0.0.4', '10.0.0.5']);
    expect(addresses.addressOf('a')).toBe('10.0.0.2');
    addresses.release('a');
    expect(addresses.addressOf('d')).toBe('10.0.0.6');
    expect(addresses.addressOf('e')).toBe('10.0.0.2');
  });

  it('are released when their pod is gone', () => {
    const addresses = new PodAddresses('10.0.0.0/29');
    const given = addresses.addressOf('a');
    addresses.occupy('a', given);
    for (const uid of ['b', 'c', 'd', 'e']) addresses.addressOf(uid);
    addresses.release('a', given);
    expect(addresses.addressOf('f')).toBe(given);
  });
});
