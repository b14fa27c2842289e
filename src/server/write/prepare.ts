import { randomNameSuffix, timeText, uuid } from '../../api/environment.ts';
import { type FieldError, invalid, verbatim } from '../../api/field-error.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import { type ApiObject, asRecord, parseApiVersion } from '../../api/object.ts';
import { conflict, invalidObject, OPTIMISTIC_LOCK, plainError } from '../../api/status.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../resources/object-meta.ts';
import type { StrategyContext } from '../../resources/resource-definition.ts';
import { canonical } from '../../schema/canonical.ts';
import { groupResourceOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { strategyContext } from '../context/strategy-context.ts';
import type { WritePlan } from './write-plan.ts';

/** Names longer than this lose their end before five characters are appended. */
const MAXIMUM_GENERATED_PREFIX = 58;

/** A new object, complete and valid, in the stored version. `resourceVersion` is what the client sent, which none may have. */
export async function prepareCreate(
  call: Call,
  plan: WritePlan,
  draft: ApiObject,
): Promise<{ candidate: ApiObject; resourceVersion: string | undefined }> {
  const { clock, random } = call.server;
  const { resource } = plan;
  const context = strategyContext(call, plan.options.dryRun);
  const stored = resource.toStorage(draft);
  const { metadata } = stored;
  const { resourceVersion } = metadata;
  delete metadata.resourceVersion;
  metadata.uid = uuid(random);
  metadata.creationTimestamp = timeText(clock.now());
  if (!metadata.name && metadata.generateName) {
    metadata.name = metadata.generateName.slice(0, MAXIMUM_GENERATED_PREFIX) + randomNameSuffix(random);
  }
  const { strategy = {}, generation, validateName } = resource.behavior;
  clearStatus(stored, resource);
  if (generation) metadata.generation = 1;
  await strategy.prepareForCreate?.(stored, context);
  const errors = [
    ...validateObjectMeta(metadata, { ...metadataRules(resource), ...(validateName ? { validateName } : {}) }),
    ...((await strategy.validate?.(stored, context)) ?? []),
  ];
  refuse(resource, stored, errors);
  strategy.canonicalize?.(stored);
  call.warnings.push(...(strategy.warnings?.(stored, undefined, context) ?? []));
  return { candidate: complete(call, stored, resource), resourceVersion };
}

/** The changed object, complete and valid, in the stored version. */
export async function prepareUpdate(
  call: Call,
  plan: WritePlan,
  draft: ApiObject,
  live: ApiObject,
): Promise<ApiObject> {
  const { resource } = plan;
  const context = strategyContext(call, plan.options.dryRun);
  const stored = resource.toStorage(draft);
  checkResourceVersion(plan, stored, live);
  keepSystemMetadata(stored, live);
  await takeOverFromLive(plan, stored, live, context);
  raiseGeneration(plan, stored, live);
  const changes = validateObjectMetaUpdate(stored.metadata, live.metadata);
  const errors = [
    ...validateObjectMeta(stored.metadata, { ...metadataRules(resource), validateName: nameIsPathSegment }),
    ...changes,
    ...changes, // The real server checks the metadata once for every kind and once in each kind's own rules.
    ...(await updateErrors(plan, stored, live, context)),
  ];
  refuse(resource, stored, errors);
  const subresource = resource.behavior.strategy?.subresources?.[plan.subresource];
  const warnings = plan.subresource === '' ? resource.behavior.strategy?.warnings : subresource?.warnings;
  call.warnings.push(...(warnings?.(stored, live, context) ?? []));
  return complete(call, stored, resource);
}

/** Whether nothing holds an object any more that is being deleted, so that this write removes it. */
export function isReadyToRemove(candidate: ApiObject, live: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = live.metadata;
  return Boolean(deletionTimestamp) && (deletionGracePeriodSeconds ?? 0) === 0 && !isHeld(candidate);
}

/** By finalizers of its metadata, or of a namespace's spec. */
export function isHeld(object: ApiObject): boolean {
  if (object.metadata.finalizers?.length) return true;
  const spec = asRecord(object).spec as { finalizers?: string[] } | undefined;
  return object.kind === 'Namespace' && Boolean(spec?.finalizers?.length);
}

function refuse(resource: ServedResource, object: ApiObject, errors: readonly FieldError[]): void {
  if (errors.length)
    throw invalidObject(
      { ...resource, group: resource.behavior.errorGroup ?? resource.group },
      object.metadata.name ?? '',
      errors,
    );
}

/** In the server's field order, with the fields that are always written. */
export function complete(call: Call, stored: ApiObject, resource: ServedResource): ApiObject {
  // Events of two groups are stored as one kind, so the object itself says what it is.
  const { group, version } = parseApiVersion(stored.apiVersion);
  const schema = call.server.resources.find(group, version, resource.resource)?.schema ?? resource.schema;
  return canonical(stored, schema) as ApiObject;
}

const metadataRules = ({ namespaced, isCustom = false, behavior }: ServedResource) => ({
  namespaced,
  anyFinalizer: isCustom || behavior.takesAnyFinalizer === true,
});

function clearStatus(draft: ApiObject, resource: ServedResource): void {
  if (resource.subresources.has('status') && !resource.behavior.keepsStatusOnCreate) asRecord(draft).status = {};
}

function checkResourceVersion({ resource, verb, name }: WritePlan, draft: ApiObject, live: ApiObject): void {
  const given = draft.metadata.resourceVersion ?? '';
  if (given !== '' && !/^\d+$/.test(given)) {
    throw plainError(`strconv.ParseUint: parsing ${JSON.stringify(given)}: invalid syntax`);
  }
  if (given === '' || given === '0') {
    if (resource.behavior.allowUnconditionalUpdate === false && verb === 'update') {
      // The real server names the resource here, where it names the kind everywhere else.
      throw invalidObject({ group: resource.group, kind: resource.resource }, name, [
        invalid('metadata.resourceVersion', verbatim('0x0'), 'must be specified for an update'),
      ]);
    }
  } else if (given !== live.metadata.resourceVersion) {
    throw conflict(groupResourceOf(resource), name, OPTIMISTIC_LOCK);
  }
  draft.metadata.resourceVersion = live.metadata.resourceVersion;
}

/** What no update can change or remove. */
function keepSystemMetadata({ metadata }: ApiObject, { metadata: live }: ApiObject): void {
  metadata.uid ||= live.uid;
  metadata.creationTimestamp = live.creationTimestamp;
  metadata.generation = live.generation;
  if (live.deletionTimestamp) metadata.deletionTimestamp = live.deletionTimestamp;
  if (live.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= live.deletionGracePeriodSeconds;
}

/** Subresources that change the object as a write of its own would, but for what their endpoints let through. */
const WHOLE_OBJECT = new Set(['', 'scale', 'binding']);

async function takeOverFromLive(
  { resource, subresource }: WritePlan,
  draft: ApiObject,
  live: ApiObject,
  context: StrategyContext,
): Promise<void> {
  const { strategy } = resource.behavior;
  const record = asRecord(draft);
  const stored = asRecord(live);
  if (WHOLE_OBJECT.has(subresource)) {
    if (resource.subresources.has('status') && subresource !== 'binding')
      record.status = structuredClone(stored.status);
    await strategy?.prepareForUpdate?.(draft, live, context);
    return;
  }
  if (subresource === 'scale') return; // Its endpoint changes nothing but the replicas.
  const prepare = strategy?.subresources?.[subresource]?.prepareForUpdate;
  if (prepare) return prepare(draft, live, context);
  for (const field of new Set([...Object.keys(record), ...Object.keys(stored)])) {
    if (!['apiVersion', 'kind', 'metadata', 'status'].includes(field)) record[field] = structuredClone(stored[field]);
  }
}

function raiseGeneration({ resource, subresource }: WritePlan, draft: ApiObject, live: ApiObject): void {
  const { generation } = resource.behavior;
  if (!generation || subresource === 'status') return;
  if (JSON.stringify(canonicalPart(generation(draft))) === JSON.stringify(canonicalPart(generation(live)))) return;
  draft.metadata.generation = (live.metadata.generation ?? 0) + 1;
}

/** Sorted keys, nothing undefined: equal parts have equal texts. */
function canonicalPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalPart);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonicalPart(item)]),
  );
}

async function updateErrors(
  { resource, subresource }: WritePlan,
  draft: ApiObject,
  live: ApiObject,
  context: StrategyContext,
): Promise<readonly FieldError[]> {
  const { strategy } = resource.behavior;
  if (subresource !== '')
    return (await strategy?.subresources?.[subresource]?.validateUpdate?.(draft, live, context)) ?? [];
  if (strategy?.validateUpdate) return strategy.validateUpdate(draft, live, context);
  return (await strategy?.validate?.(draft, context)) ?? [];
}
