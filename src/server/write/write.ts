import type { ApiObject } from '../../api/object.ts';
import { alreadyExists, conflict, forbidden, notFound, OPTIMISTIC_LOCK, StatusError } from '../../api/status.ts';
import { unchangedManagedFields } from '../../apply/track-update.ts';
import { cloneWithSentAmounts } from '../../schema/sent-amounts.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../catalog/served-resource.ts';
import { authorizationAttributes } from '../context/authorization-attributes.ts';
import type { Call } from '../context/call.ts';
import { admitMutating, admitValidating } from './admit.ts';
import { dedupeOwnerReferences } from './owner-references.ts';
import { checkUidPrecondition } from './preconditions.ts';
import { isReadyToRemove, prepareCreate, prepareUpdate } from './prepare.ts';
import { takeNamespace } from './take-identity.ts';
import { managedFieldsOf } from './track-managers.ts';
import type { WriteOutcome, WritePlan } from './write-plan.ts';

/** How often a patch is computed again when others keep changing the object. */
const MAXIMUM_ATTEMPTS = 30;

/**
 * guaranteedUpdate: live → proposal → managed fields → mutating admission → strategy → validation → validating admission
 * → compare-and-swap, all of it again when another write came first.
 */
export async function write(call: Call, plan: WritePlan): Promise<WriteOutcome> {
  for (let attempt = 0; attempt < MAXIMUM_ATTEMPTS; attempt++) {
    const outcome = await call.server.failedWrites.undoIfFailed((onFailure) =>
      attemptWrite(call, { ...plan, onFailure }),
    );
    if (outcome) return traced(call, outcome);
    call.trace?.restart();
  }
  throw conflict(groupResourceOf(plan.resource), plan.name, OPTIMISTIC_LOCK);
}

function traced({ trace }: Call, outcome: WriteOutcome): WriteOutcome {
  if (trace) trace.objectName = outcome.object.metadata.name ?? '';
  if (outcome.revision) trace?.wrote(outcome.revision);
  return outcome;
}

/** Undefined: another write came first. */
async function attemptWrite(call: Call, plan: WritePlan): Promise<WriteOutcome | undefined> {
  const { resource } = plan;
  const stored =
    plan.name === '' ? undefined : await call.server.objects.get(keyOf(resource, plan.namespace, plan.name));
  if (plan.verb === 'create') {
    return finishCreate(call, plan, cloneWithSentAmounts(await plan.propose(undefined)), stored?.object);
  }
  const live = stored?.object;
  const liveServed = live && resource.fromStorage(live);
  const draft = cloneWithSentAmounts(await plan.propose(liveServed));
  if (plan.verb === 'update') checkUidPrecondition(resource, plan, draft, live);
  if (!live) {
    const mayCreate = plan.subresource === '' && (plan.verb === 'apply' || resource.behavior.allowCreateOnUpdate);
    if (!mayCreate) throw notFound(groupResourceOf(resource), plan.name);
    return finishCreate(call, plan, draft);
  }
  if (plan.verb === 'update') dedupeOwnerReferences(draft, call, false);
  if (isTracked(plan)) draft.metadata.managedFields = managedFieldsOf(call, plan, liveServed, draft);
  const admitted = await admitMutating(call, plan, draft, liveServed);
  takeNamespace(resource, admitted, plan.namespace);
  dedupeOwnerReferences(admitted, call, true);
  const candidate = await prepareUpdate(call, plan, admitted, live);
  await admitValidating(call, plan, resource.fromStorage(candidate), liveServed);
  return commitUpdate(call, plan, candidate, live, stored.revision);
}

async function finishCreate(
  call: Call,
  plan: WritePlan,
  draft: ApiObject,
  existing?: ApiObject,
): Promise<WriteOutcome | undefined> {
  const { resource } = plan;
  dedupeOwnerReferences(draft, call, false);
  if (isTracked(plan)) draft.metadata.managedFields = managedFieldsOf(call, plan, undefined, draft);
  const admitted = await admitMutating(call, plan, draft, undefined);
  takeNamespace(resource, admitted, plan.namespace);
  dedupeOwnerReferences(admitted, call, true);
  const { candidate, resourceVersion } = await prepareCreate(call, plan, admitted);
  if (plan.verb !== 'create') await requireCreate(call, plan);
  await admitValidating(call, plan, resource.fromStorage(candidate), undefined);
  // Admission may have given the object another name than the one that is taken.
  if (existing && existing.metadata.name === candidate.metadata.name) throw existsAlready(plan, candidate, existing);
  if (plan.options.dryRun) {
    if (resourceVersion) candidate.metadata.resourceVersion = resourceVersion;
    return { object: resource.fromStorage(candidate), created: true };
  }
  if (plan.verb === 'create' && resourceVersion && resourceVersion !== '0' && /^\d+$/.test(resourceVersion)) {
    throw new StatusError({ code: 500, message: 'resourceVersion should not be set on objects to be created' });
  }
  delete candidate.metadata.selfLink; // Never stored; a dry run shows it.
  const name = candidate.metadata.name ?? '';
  const key = keyOf(resource, plan.namespace, name);
  const result = await call.server.objects.create(key, candidate, claimsOf(resource, candidate));
  if (result.committed) {
    const { object } = result.stored;
    return { object: resource.fromStorage(object), created: true, ...revisionOf(object) };
  }
  if (!result.found || plan.verb !== 'create') return undefined;
  throw existsAlready(plan, candidate, result.found.object);
}

async function commitUpdate(
  call: Call,
  plan: WritePlan,
  candidate: ApiObject,
  live: ApiObject,
  revision: number,
): Promise<WriteOutcome | undefined> {
  const { resource } = plan;
  const { objects } = call.server;
  const key = keyOf(resource, plan.namespace, plan.name);
  const unchanged = unchangedManagedFields(candidate, live);
  if (unchanged?.length) candidate.metadata.managedFields = [...unchanged];
  if (plan.options.dryRun) return { object: resource.fromStorage(candidate), created: false };
  delete candidate.metadata.selfLink;
  const claims = claimsOf(resource, live);
  if (isReadyToRemove(candidate, live)) {
    const removed = await objects.remove(key, revision, claims);
    if (!removed) return undefined;
    return { object: resource.fromStorage(candidate), created: false, ...revisionOf(removed) };
  }
  const result = await objects.update(key, candidate, revision, claims, claimsOf(resource, candidate));
  if (!result) return undefined;
  const isUnchanged = result.revision === revision;
  return {
    object: resource.fromStorage(result.object),
    created: false,
    ...(isUnchanged ? {} : revisionOf(result.object)),
  };
}

const revisionOf = ({ metadata: { resourceVersion } }: ApiObject): { readonly revision?: string } =>
  resourceVersion ? { revision: resourceVersion } : {};

const isTracked = ({ verb, bringsManagedFields }: WritePlan): boolean => verb !== 'apply' && !bringsManagedFields;

/** Who may change an object needs the verb create, too, where the change makes it. */
async function requireCreate(call: Call, { resource, name }: WritePlan): Promise<void> {
  const decision = await call.server.authorizer.authorize({ ...authorizationAttributes(call), verb: 'create' });
  if (decision.decision !== 'allow') throw forbidden(groupResourceOf(resource), name, '');
}

const claimsOf = ({ behavior }: ServedResource, object: ApiObject): readonly string[] =>
  behavior.claims?.(object) ?? [];

function existsAlready({ resource }: WritePlan, candidate: ApiObject, existing: ApiObject): StatusError {
  const error = alreadyExists(groupResourceOf(resource), candidate.metadata.name ?? '');
  if (!existing.metadata.deletionTimestamp) return error;
  return new StatusError({ ...error.status, code: 409, message: `object is being deleted: ${error.message}` });
}
