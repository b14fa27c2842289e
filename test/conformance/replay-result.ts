import type { DialectName } from '../../src/api/dialect.ts';
import type { ScenarioResult } from './harness.mjs';
import type { Scenario } from './scenarios.ts';

/** Hosts that conversations are replayed on, in the order of docs/parity.md. */
export const REPLAY_HOSTS = ['memory', 'several writers', 'etcd', 'Dexie', 'Node', 'service worker'] as const;
export type ReplayHost = (typeof REPLAY_HOSTS)[number];

/** The outcome of one replay; the parity reporter counts them. */
export interface Replay {
  readonly id: string;
  readonly area: string;
  readonly dialect: DialectName;
  readonly host: ReplayHost;
  /** Answers and event batches that are compared in this dialect. */
  readonly steps: number;
  /** How many of `steps` were equal to the recording. */
  readonly equalSteps: number;
  readonly isEqual: boolean;
}

/** How many generated cases of an area have the real answers in a dialect. */
export interface GeneratedShare {
  readonly dialect: DialectName;
  readonly area: string;
  readonly cases: number;
  readonly equal: number;
}

declare module 'vitest' {
  interface TaskMeta {
    replay?: Replay;
    generated?: GeneratedShare;
  }
}

/** Returns the replay of a conversation that is equal in every step. */
export function equalReplay(scenario: Scenario, dialect: DialectName, host: ReplayHost): Replay {
  const task: { meta: { replay?: Replay } } = { meta: {} };
  const steps = scenario.steps.map(() => ({ id: '', ok: true, actual: {} }));
  replayOf(task, scenario, dialect, host)({ ok: true, steps });
  return task.meta.replay as Replay;
}

/** Reports whether this is not the first attempt of a test: the earlier one left objects on its server. */
export const isRepeated = ({ result }: { readonly result?: { readonly retryCount?: number } }): boolean =>
  (result?.retryCount ?? 0) > 0;

interface Step {
  readonly sleepMs?: number;
  readonly close?: string;
  readonly spec?: { readonly skip?: boolean };
}

/**
 * Attaches a replay to its test, and returns a function that completes it with the result of the scenario. A replay
 * that ends without a result counts as unequal in every step.
 */
export function replayOf(
  task: { meta: { replay?: Replay } },
  { id, area, steps }: Pick<Scenario, 'id' | 'area' | 'steps'>,
  dialect: DialectName,
  host: ReplayHost,
): <Result extends Pick<ScenarioResult, 'ok' | 'steps'>>(result: Result) => Result {
  const isCompared = ({ sleepMs, close, spec }: Step): boolean =>
    sleepMs === undefined && close === undefined && !(dialect === 'cluster' && spec?.skip);
  const compared = (steps as readonly Step[]).map(isCompared);
  const replay = { id, area, dialect, host, steps: compared.filter(Boolean).length };
  task.meta.replay = { ...replay, equalSteps: 0, isEqual: false };
  return (result) => {
    const equalSteps = result.steps.filter(({ ok }, index) => ok && compared[index]).length;
    task.meta.replay = { ...replay, equalSteps, isEqual: result.ok };
    return result;
  };
}
