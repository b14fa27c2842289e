import { invalid, verbatim } from '../../../api/field-error.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { type ApiObject, asRecord } from '../../../api/object.ts';
import { conflict, invalidObject, OPTIMISTIC_LOCK, plainError } from '../../../api/status.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { StrategyContext } from '../../../resources/resource-definition.ts';
import { semanticallyEqual } from '../../../resources/semantic-equality.ts';
import { groupResourceOf } from '../../catalog/served-resource.ts';
import type { ChangePlan } from '../write-plan.ts';

/**
 * Turns a draft into the changed object, in the stored version. Restores the fields that the write may not change.
 * @throws StatusError 409 when the draft has another resourceVersion, 422 when it lacks a required one
 */
export function prepareUpdate(
  plan: ChangePlan,
  live: ApiObject,
  context: StrategyContext,
  draft: ApiObject,
): MaybePromise<ApiObject> {
  const object = plan.resource.toStorage(draft);
  checkResourceVersion(plan, object, live);
  keepSystemMetadata(object, live);
  return whenReady(keepUnwritableFields(plan, object, live, context), () => {
    raiseGeneration(plan, object, live);
    return object;
  });
}

function checkResourceVersion({ resource, verb, name }: ChangePlan, draft: ApiObject, live: ApiObject): void {
  const given = draft.metadata.resourceVersion ?? '';
  if (given !== '' && !/^\d+$/.test(given)) {
    throw plainError(`strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`);
  }
  if (given === '' || given === '0') {
    if (resource.behavior.allowUnconditionalUpdate === false && verb === 'update') {
      // The real server names the resource here, and the kind everywhere else.
      throw invalidObject({ group: resource.group, kind: resource.resource }, name, [
        invalid('metadata.resourceVersion', verbatim('0x0'), 'must be specified for an update'),
      ]);
    }
  } else if (given !== live.metadata.resourceVersion) {
    throw conflict(groupResourceOf(resource), name, OPTIMISTIC_LOCK);
  }
  draft.metadata.resourceVersion = live.metadata.resourceVersion;
}

/** Restores the metadata that no update changes. */
function keepSystemMetadata({ metadata }: ApiObject, { metadata: live }: ApiObject): void {
  metadata.uid ||= live.uid;
  metadata.creationTimestamp = live.creationTimestamp;
  metadata.generation = live.generation;
  if (live.deletionTimestamp) metadata.deletionTimestamp = live.deletionTimestamp;
  if (live.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= live.deletionGracePeriodSeconds;
}

/** Subresources whose writes change the main object; their endpoints restrict what can change. */
const OF_MAIN_OBJECT = new Set(['', 'scale', 'binding']);

/** Restores the live members by reference. Consecutive states share them, and no later step changes them. */
function keepUnwritableFields(
  { resource, subresource }: ChangePlan,
  draft: ApiObject,
  live: ApiObject,
  context: StrategyContext,
): MaybePromise<void> {
  const { strategy } = resource.behavior;
  const record = asRecord(draft);
  const stored = asRecord(live);
  if (OF_MAIN_OBJECT.has(subresource)) {
    if (resource.subresources.has('status') && subresource !== 'binding') record.status = stored.status;
    return strategy?.prepareForUpdate?.(draft, live, context);
  }
  const prepare = strategy?.subresources?.[subresource]?.prepareForUpdate;
  if (prepare) return prepare(draft, live, context);
  for (const field of new Set([...Object.keys(record), ...Object.keys(stored)])) {
    if (!['apiVersion', 'kind', 'metadata', 'status'].includes(field)) record[field] = stored[field];
  }
  return undefined;
}

function raiseGeneration({ resource, subresource }: ChangePlan, draft: ApiObject, live: ApiObject): void {
  const { generation } = resource.behavior;
  if (!generation || subresource === 'status') return;
  // A member of a custom object that is null or empty differs from an absent one.
  const isEqual = resource.isCustom ? isEqualJson : semanticallyEqual;
  if (isEqual(generation(draft), generation(live))) return;
  draft.metadata.generation = Number(live.metadata.generation ?? 0) + 1;
}
