import type { PriorityLevelState } from '../../../api/debug/priority-level-state.ts';

/** The states of all priority levels at one time. */
export interface LevelSample {
  /** Milliseconds. */
  readonly at: number;
  readonly levels: readonly PriorityLevelState[];
}

/** Requests per second. */
export interface LevelRates {
  readonly executed: number;
  readonly rejected: number;
}

const NONE: LevelRates = { executed: 0, rejected: 0 };

/** Returns the rates of a level between two samples. A restarted server counts from 0 again: its rates are 0 once. */
export function levelRates(name: string, before: LevelSample | undefined, now: LevelSample): LevelRates {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  const [old, current] = [totalsOf(name, before), totalsOf(name, now)];
  if (seconds <= 0 || !old || !current) return NONE;
  const rate = (from: number, to: number): number => Math.max(0, to - from) / seconds;
  return { executed: rate(old.executed, current.executed), rejected: rate(old.rejected, current.rejected) };
}

function totalsOf(name: string, sample: LevelSample | undefined): LevelRates | undefined {
  const level = sample?.levels.find(({ metadata }) => metadata.name === name);
  if (!level) return undefined;
  const { flowSchemas } = level.status;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return {
    executed: sum(flowSchemas.map(({ executed }) => executed)),
    rejected: sum(flowSchemas.flatMap(({ rejected }) => Object.values(rejected))),
  };
}
