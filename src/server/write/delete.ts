import { timeText } from '../../api/environment.ts';
import { type ApiObject, asRecord } from '../../api/object.ts';
import { conflict, notFound, OPTIMISTIC_LOCK } from '../../api/status.ts';
import { groupResourceOf, isNamespaces, keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import type { DeleteOptions } from '../http/delete-options.ts';
import type { StoredObject } from '../objects/object-store.ts';
import { mutate, validate } from './admit.ts';
import { complete, isHeld } from './prepare.ts';

export interface DeleteOutcome {
  /** The object as it was last stored, in the served version. */
  readonly object: ApiObject;
  /** False: it is marked, and stays until its finalizers or its grace period end. */
  readonly removed: boolean;
  /** It was marked before, and nothing was written. */
  readonly isUnchanged?: boolean;
}

const MAXIMUM_ATTEMPTS = 30;
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Deletes one object in two phases: marked while something holds it, removed when nothing does (spec 1, "States and transitions"). */
export async function deleteObject(
  call: Call,
  resource: ServedResource,
  namespace: string,
  name: string,
  options: DeleteOptions,
  { isAdmitted = false }: { isAdmitted?: boolean } = {},
): Promise<DeleteOutcome> {
  const key = keyOf(resource, namespace, name);
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const stored = await call.server.objects.get(key);
    if (!stored) throw notFound(groupResourceOf(resource), name);
    checkPreconditions(resource, stored.object, options);
    if (!isAdmitted) await admitDelete(call, resource, namespace, name, options, stored.object);
    const outcome = await attemptDelete(call, resource, key, stored, options);
    if (outcome) return traced(call, options, outcome);
    call.trace?.restart();
  }
  throw conflict(groupResourceOf(resource), name, OPTIMISTIC_LOCK);
}

function traced({ trace }: Call, { dryRun }: DeleteOptions, outcome: DeleteOutcome): DeleteOutcome {
  const { resourceVersion } = outcome.object.metadata;
  if (resourceVersion && !dryRun && !outcome.isUnchanged) trace?.wrote(resourceVersion);
  return outcome;
}

async function admitDelete(
  call: Call,
  resource: ServedResource,
  namespace: string,
  name: string,
  options: DeleteOptions,
  live: ApiObject,
): Promise<void> {
  const { gracePeriodSeconds: grace } = resource.behavior;
  const question = {
    operation: 'DELETE' as const,
    resource,
    subresource: '',
    namespace: isNamespaces(resource) ? name : namespace,
    // A request about a collection names none of its objects.
    name: call.info.verb === 'deletecollection' ? '' : name,
    object: undefined,
    oldObject: resource.fromStorage(live),
    options: grace ? withGrace(options.raw, grace(live, options.gracePeriodSeconds)) : options.raw,
    dryRun: options.dryRun,
  };
  await mutate(call, question);
  await validate(call, question);
}

/** What a deletion waits is known before admission is asked. */
function withGrace(
  { kind, apiVersion, ...options }: DeleteOptions['raw'],
  gracePeriodSeconds: number,
): DeleteOptions['raw'] {
  return { kind, apiVersion, ...options, gracePeriodSeconds };
}

async function attemptDelete(
  call: Call,
  resource: ServedResource,
  key: string,
  stored: StoredObject,
  options: DeleteOptions,
): Promise<DeleteOutcome | undefined> {
  const live = stored.object;
  const draft = isNamespaces(resource) ? markNamespace(call, live, options) : mark(call, resource, live, options);
  const marked = draft && complete(call, draft, resource);
  const removes =
    marked === undefined ||
    (!isHeld(marked) && (marked.metadata.deletionGracePeriodSeconds ?? 0) === 0 && !isNamespaces(resource));
  if (options.dryRun) return { object: resource.fromStorage(marked && !removes ? marked : live), removed: removes };
  const { objects } = call.server;
  const claims = resource.behavior.claims?.(live) ?? [];
  if (!removes && marked) {
    const updated = await objects.update(key, marked, stored.revision, claims, claims);
    if (!updated) return undefined;
    const isUnchanged = updated.revision === stored.revision;
    return { object: resource.fromStorage(updated.object), removed: false, ...(isUnchanged ? { isUnchanged } : {}) };
  }
  if (marked && isGraceful(resource) && isMarkedAnew(marked, live)) {
    // The real server shows a watcher the mark of a graceful deletion even when the deletion follows at once.
    const updated = await objects.update(key, marked, stored.revision, claims, claims);
    if (!updated) return undefined;
    call.trace?.wrote(String(updated.revision));
    const removed = await objects.remove(key, updated.revision, claims);
    return removed ? { object: resource.fromStorage(removed), removed: true } : undefined;
  }
  const removed = await objects.remove(key, stored.revision, claims);
  return removed ? { object: resource.fromStorage(removed), removed: true } : undefined;
}

const isMarkedAnew = ({ metadata }: ApiObject, { metadata: live }: ApiObject): boolean =>
  metadata.deletionTimestamp !== live.deletionTimestamp ||
  metadata.deletionGracePeriodSeconds !== live.deletionGracePeriodSeconds;

const isGraceful = ({ behavior }: ServedResource): boolean => behavior.gracePeriodSeconds !== undefined;

/** @throws StatusError 409 for another object or version than the options name */
export function checkPreconditions(
  resource: ServedResource,
  { metadata }: ApiObject,
  { preconditions }: DeleteOptions,
): void {
  const isNamespace = isNamespaces(resource);
  const target = isNamespace ? groupResourceOf(resource) : { group: resource.group, resource: resource.kind };
  const name = metadata.name ?? '';
  if (preconditions.uid !== undefined && preconditions.uid !== metadata.uid) {
    if (isNamespace)
      throw conflict(
        target,
        name,
        `Precondition failed: UID in precondition: ${preconditions.uid}, UID in object meta: ${metadata.uid}`,
      );
    throw conflict(
      target,
      name,
      `the UID in the precondition (${preconditions.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== metadata.resourceVersion) {
    if (isNamespace) {
      throw conflict(
        target,
        name,
        `Precondition failed: ResourceVersion in precondition: ${preconditions.resourceVersion}, ResourceVersion in object meta: ${metadata.resourceVersion}`,
      );
    }
    throw conflict(
      target,
      name,
      `the ResourceVersion in the precondition (${preconditions.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** The object as it stays while it is being deleted; undefined when nothing holds it and it was not marked before. */
function mark(call: Call, resource: ServedResource, live: ApiObject, options: DeleteOptions): ApiObject | undefined {
  const draft = structuredClone(live);
  const { metadata } = draft;
  setFinalizers(draft, propagatedFinalizers(resource, live, options));
  const now = call.server.clock.now();
  if (resource.behavior.markForDeletion) {
    if (!live.metadata.deletionTimestamp) resource.behavior.markForDeletion(draft, now, call.server.dialect);
    return draft;
  }
  const grace = resource.behavior.gracePeriodSeconds;
  if (grace)
    return markGracefully(draft, live, grace(live, options.gracePeriodSeconds), options.gracePeriodSeconds, now);
  if (!isHeld(draft)) return undefined;
  if (!live.metadata.deletionTimestamp && (metadata.generation ?? 0) > 0)
    metadata.generation = (metadata.generation ?? 0) + 1;
  metadata.deletionTimestamp ??= timeText(now);
  metadata.deletionGracePeriodSeconds = 0;
  return draft;
}

/** A deletion that waits can only be shortened by the next one. */
function markGracefully(
  draft: ApiObject,
  live: ApiObject,
  seconds: number,
  requested: number | undefined,
  now: number,
): ApiObject {
  const { metadata } = draft;
  const { deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  if (deletionTimestamp === undefined) {
    if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1;
    metadata.deletionTimestamp = timeText(now + seconds * 1000);
    metadata.deletionGracePeriodSeconds = seconds;
  } else if (deletionGracePeriodSeconds === undefined) {
    metadata.deletionGracePeriodSeconds = 0;
  } else if (requested !== undefined && seconds < deletionGracePeriodSeconds) {
    metadata.deletionTimestamp = timeText(
      Date.parse(deletionTimestamp) + (seconds - deletionGracePeriodSeconds) * 1000,
    );
    metadata.deletionGracePeriodSeconds = seconds;
  }
  return draft;
}

/** A namespace is only marked by the first delete; a later one removes it once its spec.finalizers are empty. */
function markNamespace(call: Call, live: ApiObject, options: DeleteOptions): ApiObject | undefined {
  if (live.metadata.deletionTimestamp) return isHeld(live) ? structuredClone(live) : undefined;
  const draft = structuredClone(live);
  setFinalizers(draft, propagatedFinalizers(undefined, live, options));
  draft.metadata.deletionTimestamp = timeText(call.server.clock.now());
  asRecord(draft).status = { ...(asRecord(draft).status as object), phase: 'Terminating' };
  return draft;
}

function setFinalizers({ metadata }: ApiObject, finalizers: string[]): void {
  if (finalizers.length) metadata.finalizers = finalizers;
  else delete metadata.finalizers;
}

/** The finalizers with which the garbage collector is told what becomes of the dependents. */
function propagatedFinalizers(
  resource: ServedResource | undefined,
  { metadata }: ApiObject,
  options: DeleteOptions,
): string[] {
  const finalizers = metadata.finalizers ?? [];
  const policy =
    options.propagationPolicy ??
    (options.orphanDependents === undefined ? undefined : options.orphanDependents ? 'Orphan' : 'Background');
  const kept = finalizers.filter((name) => name !== ORPHAN && name !== FOREGROUND);
  const has = (name: string): boolean => finalizers.includes(name);
  const orphans = policy
    ? policy === 'Orphan'
    : has(ORPHAN) || (!has(FOREGROUND) && resource?.behavior.defaultPropagation === 'Orphan');
  const waits = policy ? policy === 'Foreground' : has(FOREGROUND);
  const wanted = [...(orphans ? [ORPHAN] : []), ...(waits ? [FOREGROUND] : [])];
  const same = has(ORPHAN) === orphans && has(FOREGROUND) === waits;
  return same ? finalizers : [...kept, ...wanted];
}
