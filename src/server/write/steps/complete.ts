import { type ApiObject, asRecord, isNamespaces, parseApiVersion } from '../../../api/object.ts';
import { storedCanonical } from '../../../schema/canonical.ts';
import { prune } from '../../../schema/structural/structural-pruning.ts';
import type { Attempt } from '../attempt.ts';
import type { WritePlan } from '../write-plan.ts';
import { isHeld } from './is-held.ts';

/** Writes of the scale subresource return the warnings of the object. */
const OF_MAIN_OBJECT: ReadonlySet<string> = new Set(['', 'scale']);

/** Brings a valid object into the form that is stored, and decides whether it replaces the live one or removes it. */
export function complete(attempt: Attempt, object: ApiObject): ApiObject {
  const { plan, live, context, warnings } = attempt;
  if (plan.verb === 'delete') {
    attempt.action = isRemovedBy(plan, object, live) ? 'remove' : 'update';
    return object === live ? object : canonicalForm(plan, object, live);
  }
  const { strategy } = plan.resource.behavior;
  if (!live) strategy?.canonicalize?.(object);
  const texts = OF_MAIN_OBJECT.has(plan.subresource)
    ? strategy?.warnings?.(object, live, context)
    : live && strategy?.subresources?.[plan.subresource]?.warnings?.(object, live, context);
  if (texts) warnings.push(...texts);
  const completed = canonicalForm(plan, object, live);
  if (live && isReleased(completed, live)) attempt.action = 'remove';
  return completed;
}

/** Returns the object with its members in the order of the schema and with the fields that are always written. */
function canonicalForm(
  { origin, resource, subresource }: WritePlan,
  object: ApiObject,
  live: ApiObject | undefined,
): ApiObject {
  // Events of two groups are stored as one kind, so the apiVersion of the object decides.
  const { group, version } = parseApiVersion(object.apiVersion);
  const schema = origin.server.resources.find(group, version, resource.resource)?.schema ?? resource.schema;
  // Only the live object of the store already has the stored form.
  const written = live && !schema.structural && Object.isFrozen(live) ? asRecord(live) : undefined;
  const stored = storedCanonical(asRecord(object), schema, written) as ApiObject;
  // Other writes were pruned when they were decoded. A scale may have written replicas that the schema lacks.
  if (schema.structural && subresource === 'scale') prune(stored, schema.structural, true);
  return stored;
}

/** Reports whether an update leaves nothing that holds an object that is being deleted. */
function isReleased(object: ApiObject, { metadata }: ApiObject): boolean {
  return Boolean(metadata.deletionTimestamp) && (metadata.deletionGracePeriodSeconds ?? 0) === 0 && !isHeld(object);
}

/** Reports whether a delete removes the object that it marked. The first delete of a namespace only marks it. */
function isRemovedBy({ resource }: WritePlan, marked: ApiObject, live: ApiObject | undefined): boolean {
  if (isHeld(marked)) return false;
  if (isNamespaces(resource)) return Boolean(live?.metadata.deletionTimestamp);
  return (marked.metadata.deletionGracePeriodSeconds ?? 0) === 0;
}
