import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import { notFound, type StatusError } from '../../../api/status.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { cloneAsSent } from '../../../schema/sent-amounts.ts';
import { groupResourceOf } from '../../catalog/served-resource.ts';
import type { Attempt } from '../attempt.ts';
import { dedupeOwnerReferences } from '../bodies/dedupe-owner-references.ts';
import { checkDeletePreconditions, checkUidPrecondition } from '../preconditions.ts';
import type { ChangePlan, DeletePlan, WritePlan } from '../write-plan.ts';

/**
 * Returns a draft of the wanted object, in the served version; the live object for a delete. Returns undefined when a
 * plan of the server has nothing to write.
 * @throws StatusError 404, or 409 for a precondition of the request
 */
export function propose(attempt: Attempt): MaybePromise<ApiObject | undefined> {
  const { plan } = attempt;
  return plan.verb === 'delete' ? proposeDeletion(plan, attempt) : proposeChange(plan, attempt);
}

function proposeChange(plan: ChangePlan, attempt: Attempt): MaybePromise<ApiObject | undefined> {
  // An apply to a subresource of a missing object is rejected before the configuration is applied.
  const isMissing = !attempt.live && !mayCreate(plan);
  if (plan.verb === 'apply' && isMissing && plan.origin.kind !== 'server') throw missing(plan);
  return whenReady(
    plan.propose(attempt.served, attempt.warnings),
    (proposal) => proposal && draftOf(plan, proposal, attempt),
  );
}

const missing = ({ resource, name }: WritePlan): StatusError => notFound(groupResourceOf(resource), name);

function draftOf(plan: ChangePlan, proposal: ApiObject, { live, served, warnings }: Attempt): ApiObject {
  const shared = sharedParts(plan, proposal, served);
  const draft = plan.isOwn ? withoutFrozenMembers(proposal, shared) : cloneAsSent(proposal, shared);
  if (plan.origin.kind === 'server') return draft;
  if (plan.verb === 'update') checkUidPrecondition(plan, draft, live);
  if (!live && !mayCreate(plan)) throw missing(plan);
  if (!live || plan.verb === 'update') warnings.push(...dedupeOwnerReferences(draft, false));
  return draft;
}

/** Copies the frozen members of the live object in a proposal whose other members are new. */
function withoutFrozenMembers(proposal: ApiObject, shared: ReadonlySet<unknown>): ApiObject {
  const members = asRecord(proposal);
  for (const name in members) {
    const value = members[name];
    if (typeof value === 'object' && Object.isFrozen(value)) members[name] = cloneAsSent(value, shared);
  }
  return proposal;
}

/**
 * Parts of the live object that no later step changes in place: steps only ever replace the managedFields, and in a write of
 * the status everything in the metadata.
 */
function sharedParts(plan: ChangePlan, proposal: ApiObject, served: ApiObject | undefined): ReadonlySet<unknown> {
  if (!served || !Object.isFrozen(served)) return NOTHING;
  const { metadata } = served;
  if (!isOnlyStatus(plan, proposal, served)) return new Set([metadata.managedFields]);
  return new Set([...Object.values(metadata), asRecord(served).spec]);
}

const NOTHING: ReadonlySet<unknown> = new Set();

const mayCreate = ({ verb, subresource, resource }: ChangePlan): boolean =>
  verb === 'create' ||
  (subresource === '' && verb === 'apply') ||
  ((subresource === '' || subresource === 'status') && resource.behavior.allowCreateOnUpdate === true);

function proposeDeletion(plan: DeletePlan, { live, served }: Attempt): ApiObject | undefined {
  if (!live) {
    if (plan.origin.kind === 'server') return undefined;
    throw missing(plan);
  }
  if (plan.isWanted?.(live) === false) return undefined;
  checkDeletePreconditions(plan.resource, live, plan.options);
  return served;
}

/** Reports whether a proposal is a write of the status that reuses the live object's metadata and spec by reference. */
function isOnlyStatus(
  { subresource, resource }: Pick<ChangePlan, 'subresource' | 'resource'>,
  proposal: ApiObject,
  live: ApiObject,
): boolean {
  if (subresource !== 'status' || resource.isCustom) return false;
  const { spec } = asRecord(live);
  return isRecord(spec) && asRecord(proposal).spec === spec && proposal.metadata === live.metadata;
}
