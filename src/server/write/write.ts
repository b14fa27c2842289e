import type { ApiObject } from '../../api/object.ts';
import { isPromise } from '../../api/realms.ts';
import { conflict, OPTIMISTIC_LOCK } from '../../api/status.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import { groupResourceOf } from '../catalog/served-resource.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { recordWrites } from './record-writes.ts';
import { admitMutating } from './steps/admit-mutating.ts';
import { admitValidating } from './steps/admit-validating.ts';
import { checkEscalation } from './steps/check-escalation.ts';
import { commit } from './steps/commit.ts';
import { complete } from './steps/complete.ts';
import { prepare } from './steps/prepare.ts';
import { propose } from './steps/propose.ts';
import { setDefaults } from './steps/set-defaults.ts';
import { trackManagers } from './steps/track-managers.ts';
import { validate } from './steps/validate.ts';
import type { ClientOrigin, ServerOrigin, WriteOutcome, WritePlan } from './write-plan.ts';

/** Maximum number of attempts of a write that conflicts with others. */
const MAXIMUM_ATTEMPTS = 30;

/**
 * Carries out the plan of a request. Retries on a conflict.
 * @throws StatusError 409 when every attempt conflicts
 */
export async function write(plan: WritePlan & { readonly origin: ClientOrigin }): Promise<WriteOutcome> {
  for (let count = 0; count < MAXIMUM_ATTEMPTS; count++) {
    const outcome = await attemptOnce(plan);
    if (outcome) {
      await endOfStep(plan);
      return outcome;
    }
    plan.origin.call.trace?.restart();
  }
  throw conflict(groupResourceOf(plan.resource), plan.name, OPTIMISTIC_LOCK);
}

/** Carries out a plan of the server. Returns undefined on a conflict or when nothing needs to be written. */
export const writeAsServer = (plan: WritePlan & { readonly origin: ServerOrigin }): Promise<WriteOutcome | undefined> =>
  attemptOnce(plan);

/**
 * Changes the object of an attempt, checks it, or returns its replacement. Returns a promise only when it has to wait.
 */
type Step = (attempt: Attempt, object: ApiObject) => MaybePromise<ApiObject | undefined>;

/** The steps of every write between the proposal and the commit. */
const STEPS: readonly Step[] = [
  setDefaults,
  trackManagers,
  admitMutating,
  checkEscalation,
  prepare,
  validate,
  complete,
  admitValidating,
];

/** Returns undefined on a conflict or when there is nothing to write. */
const carryOut = (attempt: Attempt): MaybePromise<WriteOutcome | undefined> =>
  whenReady(
    whenReady(endOfStep(attempt.plan), () => propose(attempt)),
    (proposal) => proposal && whenReady(takeSteps(attempt, proposal), (object) => commit(attempt, object)),
  );

/** Yields to other work after a step of a large request. */
const endOfStep = ({ origin }: WritePlan): MaybePromise<void> =>
  origin.kind === 'client' ? origin.call.slices?.next() : undefined;

function takeSteps(attempt: Attempt, proposal: ApiObject, taken = 0): MaybePromise<ApiObject> {
  let object = proposal;
  for (let place = taken; place < STEPS.length; place++) {
    const turn = endOfStep(attempt.plan);
    if (turn) return turn.then(() => takeSteps(attempt, object, place));
    const next = STEPS[place]?.(attempt, object);
    if (isPromise(next)) return next.then((found) => takeSteps(attempt, found ?? object, place + 1));
    object = next ?? object;
  }
  return whenReady(endOfStep(attempt.plan), () => object);
}

async function attemptOnce(plan: WritePlan): Promise<WriteOutcome | undefined> {
  const begun = beginAttempt(plan);
  const attempt = isPromise(begun) ? await begun : begun;
  try {
    const carriedOut = carryOut(attempt);
    const outcome = isPromise(carriedOut) ? await carriedOut : carriedOut;
    if (!outcome) await plan.origin.server.failedWrites.undo(attempt.undos);
    report(attempt, outcome, outcome !== undefined);
    return outcome;
  } catch (error) {
    await plan.origin.server.failedWrites.undo(attempt.undos);
    report(attempt, undefined, true);
    throw error;
  }
}

/** Hands the results of an attempt to the response and the trace; only the last attempt warns. */
function report(attempt: Attempt, outcome: WriteOutcome | undefined, isLast: boolean): void {
  const { plan, warnings, revisions } = attempt;
  recordWrites(attempt, outcome);
  if (plan.origin.kind === 'server') return;
  const { call } = plan.origin;
  if (isLast) call.warnings.push(...warnings);
  if (!call.trace) return;
  for (const revision of revisions) call.trace.wrote(revision);
  if (outcome && plan.verb !== 'delete') call.trace.objectName = outcome.object.metadata.name ?? '';
}
