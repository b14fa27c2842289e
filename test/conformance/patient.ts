import type { DialectName } from '../../src/api/dialect.ts';
import type { Scenario } from './scenarios.ts';

/** Milliseconds to wait for what a recording shows, however busy the machine is. */
const PATIENCE = 100_000;

/** Milliseconds that controllers usually need to observe an object. */
const SETTLING = 150;

interface Step {
  readonly id?: string;
  readonly mask?: readonly string[];
  readonly until?: unknown;
  readonly events?: string;
  readonly expect?: unknown;
  readonly spec?: unknown;
}

/**
 * Returns the conversation with enough time for everything that it waits for. A wait that ended without an event in the
 * recording, or that is not compared with it in the dialect, stays as long as it was.
 *
 * `settling` is the number of milliseconds before the first look at what controllers do. A recorded condition such as no
 * replicas may hold before they have observed the object, and again after it; the recording shows the second time.
 */
export function patient(scenario: Scenario, dialect: DialectName, settling = SETTLING): Scenario {
  const isAwaited = ({ until, events, expect, spec }: Step): boolean => {
    if (spec !== undefined && dialect === 'cluster') return false;
    return until !== undefined || (events !== undefined && !JSON.stringify(expect).includes('"<timeout>"'));
  };
  const steps = (scenario.steps as readonly Step[]).flatMap((step) => {
    if (!isAwaited(step)) return [step];
    const patientStep = { ...step, timeoutMs: PATIENCE };
    if (!showsController(scenario, step)) return [patientStep];
    return [{ id: `${step.id}-settles`, sleepMs: settling, expect: { slept: true } }, patientStep];
  });
  return { ...scenario, steps };
}

const showsController = ({ area }: Scenario, { until, mask = [] }: Step): boolean =>
  area === 'controllers' && until !== undefined && !mask.includes('body');
