import { conflict, OPTIMISTIC_LOCK } from '../../api/status.ts';
import { groupResourceOf } from '../catalog/served-resource.ts';
import { type Attempt, beginAttempt } from './attempt.ts';
import { admitMutating } from './steps/admit-mutating.ts';
import { admitValidating } from './steps/admit-validating.ts';
import { commit } from './steps/commit.ts';
import { complete } from './steps/complete.ts';
import { prepare } from './steps/prepare.ts';
import { propose } from './steps/propose.ts';
import { setDefaults } from './steps/set-defaults.ts';
import { trackManagers } from './steps/track-managers.ts';
import { validate } from './steps/validate.ts';
import type { ClientOrigin, ServerOrigin, WriteOutcome, WritePlan } from './write-plan.ts';

/** How often a write is attempted while others keep changing the object. */
const MAXIMUM_ATTEMPTS = 30;

/**
 * Carries out the plan of a request. Starts again when another write came first.
 * @throws StatusError 409 when every attempt met another write
 */
export async function write(plan: WritePlan & { readonly origin: ClientOrigin }): Promise<WriteOutcome> {
  for (let count = 0; count < MAXIMUM_ATTEMPTS; count++) {
    const outcome = await attemptOnce(plan);
    if (outcome) return outcome;
    plan.origin.call.trace?.restart();
  }
  throw conflict(groupResourceOf(plan.resource), plan.name, OPTIMISTIC_LOCK);
}

/** Carries out a plan of the server. Undefined when nothing needs to be written, or another write came first. */
export const writeAsServer = (plan: WritePlan & { readonly origin: ServerOrigin }): Promise<WriteOutcome | undefined> =>
  attemptOnce(plan);

/** The steps of every write. Undefined when there is nothing to write, or another write came first. */
async function runSteps(attempt: Attempt): Promise<WriteOutcome | undefined> {
  const draft = await propose(attempt);
  if (!draft) return undefined;
  setDefaults(attempt, draft);
  await trackManagers(attempt, draft);
  const admitted = await admitMutating(attempt, draft);
  const candidate = await prepare(attempt, admitted);
  await validate(attempt, candidate);
  const change = complete(attempt, candidate);
  await admitValidating(attempt, change);
  return commit(attempt, change);
}

async function attemptOnce(plan: WritePlan): Promise<WriteOutcome | undefined> {
  const attempt = await beginAttempt(plan);
  try {
    const outcome = await runSteps(attempt);
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
function report({ plan, warnings, revisions }: Attempt, outcome: WriteOutcome | undefined, isLast: boolean): void {
  if (plan.origin.kind === 'server') return;
  const { call } = plan.origin;
  if (isLast) call.warnings.push(...warnings);
  if (!call.trace) return;
  for (const revision of revisions) call.trace.wrote(revision);
  if (outcome && plan.verb !== 'delete') call.trace.objectName = outcome.object.metadata.name ?? '';
}
