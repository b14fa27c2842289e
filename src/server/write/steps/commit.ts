import { isDeeperThan, MOST_OBJECT_LEVELS } from '../../../api/json/nesting.ts';
import type { ApiObject } from '../../../api/object.ts';
import { alreadyExists, badRequest, StatusError } from '../../../api/status.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { unchangedManagedFields } from '../../../apply/track-update.ts';
import { groupResourceOf, keyOf } from '../../catalog/served-resource.ts';
import type { StoredObject } from '../../objects/object-store.ts';
import type { Attempt } from '../attempt.ts';
import type { WriteOutcome, WritePlan } from '../write-plan.ts';
import { dryRunOutcome, storedForm, writtenOutcome } from './stored-form.ts';

/**
 * Commits a change; no other file writes objects. A dry run ends here. Returns undefined on a conflict.
 * @throws StatusError 409 when a create finds its name taken; 400 for an object with too many levels
 */
export function commit(attempt: Attempt, object: ApiObject): MaybePromise<WriteOutcome | undefined> {
  const { plan, stored, live, action } = attempt;
  if (plan.verb !== 'delete' && isDeeperThan(MOST_OBJECT_LEVELS, object))
    throw badRequest(
      `the object is nested too deeply: with its managed fields, it may have ${MOST_OBJECT_LEVELS} levels`,
    );
  if (action === 'create') return create(attempt, object);
  if (!stored) return undefined;
  if (plan.verb === 'delete') {
    plan.onCommit?.();
    return action === 'remove' ? remove(attempt, object, stored) : mark(attempt, object, stored);
  }
  const unchanged = unchangedManagedFields(object, live ?? stored.object);
  if (unchanged?.length) object.metadata.managedFields = unchanged;
  if (plan.dryRun) return dryRunOutcome(plan, object, 'updated');
  if (object.metadata.selfLink !== undefined) delete object.metadata.selfLink;
  return action === 'remove' ? release(attempt, object, stored) : update(attempt, object, stored);
}

function create(attempt: Attempt, object: ApiObject): MaybePromise<WriteOutcome | undefined> {
  const { plan, sentResourceVersion } = attempt;
  // In all other cases, storage reports whether the name is taken.
  if (plan.dryRun || sentResourceVersion) return createChecked(attempt, object);
  return store(attempt, object);
}

/** Creates an object. Checks that its name is free before it checks anything else. */
async function createChecked(attempt: Attempt, object: ApiObject): Promise<WriteOutcome | undefined> {
  const { plan, sentResourceVersion } = attempt;
  const name = object.metadata.name ?? '';
  const taken = await plan.origin.server.objects.get(keyOf(plan.resource, plan.namespace, name));
  if (taken) throw existsAlready(plan, name, taken.object);
  if (plan.dryRun) {
    if (sentResourceVersion) object.metadata.resourceVersion = sentResourceVersion;
    return dryRunOutcome(plan, object, 'created');
  }
  if (plan.verb === 'create' && sentResourceVersion !== '0' && /^\d+$/.test(sentResourceVersion ?? '')) {
    throw new StatusError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });
  }
  return store(attempt, object);
}

function store({ plan, revisions }: Attempt, object: ApiObject): MaybePromise<WriteOutcome | undefined> {
  const { resource, origin, namespace } = plan;
  const name = object.metadata.name ?? '';
  if (object.metadata.selfLink !== undefined) delete object.metadata.selfLink; // Only dry runs show it.
  const created = whenReady(storedForm(plan, object), (form) =>
    origin.server.objects.create(keyOf(resource, namespace, name), form, claimsOf(plan, object)),
  );
  return whenReady(created, (result) => {
    if (result.committed) {
      revisions.push(String(result.stored.revision));
      return writtenOutcome(plan, result.stored, 'created');
    }
    if (!result.found || plan.verb !== 'create') return undefined;
    throw existsAlready(plan, name, result.found.object);
  });
}

const mustWrite = ({ origin, resource }: WritePlan, object: ApiObject): boolean =>
  origin.kind !== 'server' && resource.behavior.writesUnchanged?.(object) === true;

/** Replaces the live object. */
function update(
  { plan, revisions }: Attempt,
  object: ApiObject,
  stored: StoredObject,
): MaybePromise<WriteOutcome | undefined> {
  const [before, after] = [claimsOf(plan, stored.object), claimsOf(plan, object)];
  const updated = whenReady(storedForm(plan, object), (form) =>
    plan.origin.server.objects.update(stored, form, before, after, mustWrite(plan, object)),
  );
  return whenReady(updated, (state) => {
    if (!state) return undefined;
    if (state.revision !== stored.revision) revisions.push(String(state.revision));
    return writtenOutcome(plan, state, 'updated');
  });
}

/** Removes an object that an update released; the response shows the update. */
async function release(
  { plan, revisions }: Attempt,
  object: ApiObject,
  stored: StoredObject,
): Promise<WriteOutcome | undefined> {
  const { resource, origin } = plan;
  const removed = await origin.server.objects.remove(stored.key, stored.revision, claimsOf(plan, stored.object));
  if (!removed) return undefined;
  revisions.push(String(removed.revision));
  return { object: resource.fromStorage(object), effect: 'removed' };
}

/** Stores the mark of a delete, which keeps the claims of the object. */
async function mark(
  { plan, revisions }: Attempt,
  object: ApiObject,
  stored: StoredObject,
): Promise<WriteOutcome | undefined> {
  if (plan.dryRun) return dryRunOutcome(plan, object, 'updated');
  const claims = claimsOf(plan, stored.object);
  const form = await storedForm(plan, object);
  const marked = await plan.origin.server.objects.update(stored, form, claims, claims);
  if (!marked) return undefined;
  if (marked.revision !== stored.revision) revisions.push(String(marked.revision));
  return writtenOutcome(plan, marked, 'updated');
}

/** Removes the live object. */
async function remove(
  { plan, revisions }: Attempt,
  object: ApiObject,
  stored: StoredObject,
): Promise<WriteOutcome | undefined> {
  const { resource, origin } = plan;
  const { objects } = origin.server;
  const isMarked = resource.behavior.gracePeriodSeconds !== undefined && isNewlyMarked(object, stored.object);
  if (plan.dryRun) return isMarked ? dryRunOutcome(plan, object, 'removed') : writtenOutcome(plan, stored, 'removed');
  const claims = claimsOf(plan, stored.object);
  let { revision } = stored;
  if (isMarked) {
    // The real server shows watchers the mark of a graceful deletion even when the removal follows immediately.
    const marked = await objects.update(stored, object, claims, claims);
    if (!marked) return undefined;
    revision = marked.revision;
    revisions.push(String(revision));
  }
  const removed = await objects.remove(stored.key, revision, claims);
  if (!removed) return undefined;
  revisions.push(String(removed.revision));
  return writtenOutcome(plan, removed, 'removed');
}

const isNewlyMarked = ({ metadata }: ApiObject, { metadata: live }: ApiObject): boolean =>
  metadata.deletionTimestamp !== live.deletionTimestamp ||
  metadata.deletionGracePeriodSeconds !== live.deletionGracePeriodSeconds;

const claimsOf = ({ resource }: WritePlan, object: ApiObject): readonly string[] =>
  resource.behavior.claims?.(object) ?? NO_CLAIMS;

const NO_CLAIMS: readonly string[] = [];

function existsAlready({ resource }: WritePlan, name: string, existing: ApiObject): StatusError {
  const error = alreadyExists(groupResourceOf(resource), name);
  if (!existing.metadata.deletionTimestamp) return error;
  return new StatusError({ ...error.status, code: 409, message: `object is being deleted: ${error.message}` });
}
