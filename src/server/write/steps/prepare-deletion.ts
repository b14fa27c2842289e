import { timeText } from '../../../api/environment.ts';
import { type ApiObject, asRecord, isNamespaces } from '../../../api/object.ts';
import type { StrategyContext } from '../../../resources/resource-definition.ts';
import type { DeleteOptions } from '../../http/delete-options.ts';
import type { DeletePlan } from '../write-plan.ts';
import { isHeld } from './is-held.ts';

const NANOSECONDS = 1_000_000_000n;
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Returns the object marked for deletion, in the stored version; the live one when it needs no mark. */
export function prepareDeletion(plan: DeletePlan, live: ApiObject, { clock, dialect }: StrategyContext): ApiObject {
  const { resource, options } = plan;
  const { behavior } = resource;
  const isMarked = live.metadata.deletionTimestamp !== undefined;
  if (isNamespaces(resource)) return isMarked ? live : markNamespace(plan, live, clock.now());
  const { gracePeriodSeconds: given = 0 } = options;
  const requested = given < 0 ? 1 : options.gracePeriodSeconds;
  const grace = behavior.gracePeriodSeconds?.(live, requested);
  if (grace !== undefined && isPending(live, requested)) return live;
  const finalizers = finalizersAfter(plan, live);
  const isMarkedByKind = behavior.markForDeletion !== undefined || grace !== undefined;
  // Most objects have no finalizers: they are removed without a copy.
  if (!isMarkedByKind && finalizers.length === 0 && !isHeld(live)) return live;
  const draft = structuredClone(live);
  setFinalizers(draft, finalizers);
  if (behavior.markForDeletion) {
    if (!isMarked) behavior.markForDeletion(draft, clock.now(), dialect);
  } else if (grace !== undefined) markGracefully(draft, live, grace, requested, clock.now());
  else if (isHeld(draft)) markHeld(draft, clock.now());
  return draft;
}

/**
 * Reports whether a deletion already waits for its grace period, and a delete with these seconds does not shorten it.
 * Such a delete changes nothing, not even finalizers.
 */
function isPending({ metadata: { deletionGracePeriodSeconds: left = 0 } }: ApiObject, requested = left): boolean {
  return left > 0 && requested >= left;
}

function markHeld({ metadata }: ApiObject, now: number): void {
  if (!metadata.deletionTimestamp) raiseGeneration(metadata);
  metadata.deletionTimestamp ??= timeText(now);
  metadata.deletionGracePeriodSeconds = 0;
}

/** A later delete can only shorten the grace period. Times in milliseconds. */
function markGracefully(
  { metadata }: ApiObject,
  live: ApiObject,
  seconds: number,
  requested: number | undefined,
  now: number,
): void {
  const { deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  if (deletionTimestamp === undefined) {
    raiseGeneration(metadata);
    metadata.deletionTimestamp = timeText(now + milliseconds(seconds));
    metadata.deletionGracePeriodSeconds = seconds;
  } else if (deletionGracePeriodSeconds === undefined) {
    metadata.deletionGracePeriodSeconds = 0;
  } else if (requested !== undefined && requested < deletionGracePeriodSeconds) {
    const shortened = milliseconds(requested) - milliseconds(deletionGracePeriodSeconds);
    metadata.deletionTimestamp = timeText(Date.parse(deletionTimestamp) + shortened);
    metadata.deletionGracePeriodSeconds = requested;
  }
}

/** Go counts nanoseconds in 64 bits, of which the upper ones are cut off. */
const milliseconds = (seconds: number): number => Number(BigInt.asIntN(64, BigInt(seconds) * NANOSECONDS)) / 1e6;

function raiseGeneration(metadata: ApiObject['metadata']): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = Number(metadata.generation) + 1;
}

function markNamespace(plan: DeletePlan, live: ApiObject, now: number): ApiObject {
  const draft = structuredClone(live);
  setFinalizers(draft, finalizersAfter(plan, live));
  draft.metadata.deletionTimestamp = timeText(now);
  asRecord(draft).status = { ...(asRecord(draft).status as object), phase: 'Terminating' };
  return draft;
}

function setFinalizers({ metadata }: ApiObject, finalizers: readonly string[]): void {
  if (finalizers.length) metadata.finalizers = [...finalizers];
  else delete metadata.finalizers;
}

/** Returns the object's finalizers, including those that tell the garbage collector how to treat the dependents. */
function finalizersAfter({ resource, options }: DeletePlan, { metadata }: ApiObject): readonly string[] {
  const finalizers = metadata.finalizers ?? [];
  const policy = resource.behavior.defaultPropagation === 'None' ? 'Background' : policyOf(options);
  const has = (name: string): boolean => finalizers.includes(name);
  const orphans = policy
    ? policy === 'Orphan'
    : has(ORPHAN) || (!has(FOREGROUND) && resource.behavior.defaultPropagation === 'Orphan');
  const waits = policy ? policy === 'Foreground' : has(FOREGROUND);
  if (has(ORPHAN) === orphans && has(FOREGROUND) === waits) return finalizers;
  const others = finalizers.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  return [...others, ...(orphans ? [ORPHAN] : []), ...(waits ? [FOREGROUND] : [])];
}

function policyOf({ propagationPolicy, orphanDependents }: DeleteOptions): DeleteOptions['propagationPolicy'] {
  if (propagationPolicy !== undefined || orphanDependents === undefined) return propagationPolicy;
  return orphanDependents ? 'Orphan' : 'Background';
}
