import type { DialectName } from '../../src/api/dialect.ts';
import type { Scenario } from './scenarios.ts';

/** Milliseconds to wait for what a recording shows, however busy the machine is. */
const PATIENCE = 100_000;

interface Step {
  readonly until?: unknown;
  readonly events?: string;
  readonly expect?: unknown;
  readonly spec?: unknown;
}

/**
 * Returns the conversation with enough time for everything that it waits for. A wait that ended without an event in the
 * recording, or that is not compared with it in the dialect, stays as long as it was.
 */
export function patient(scenario: Scenario, dialect: DialectName): Scenario {
  const isAwaited = ({ until, events, expect, spec }: Step): boolean => {
    if (spec !== undefined && dialect === 'cluster') return false;
    return until !== undefined || (events !== undefined && !JSON.stringify(expect).includes('"<timeout>"'));
  };
  const steps = (scenario.steps as readonly Step[]).map((step) =>
    isAwaited(step) ? { ...step, timeoutMs: PATIENCE } : step,
  );
  return { ...scenario, steps };
}
