import type { FieldError } from '../../../api/field-error.ts';
import { nameIsPathSegment } from '../../../api/names.ts';
import type { ApiObject } from '../../../api/object.ts';
import { invalidObject } from '../../../api/status.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import {
  type ObjectMetaRules,
  standardFinalizerErrors,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../../resources/object-meta.ts';
import { type UpdateCheck, updateChecks } from '../../../resources/update-checks.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Attempt } from '../attempt.ts';
import type { ChangePlan } from '../write-plan.ts';

/** Validates the object of a request. The server's own objects are valid by construction. @throws StatusError 422 */
export function validate(attempt: Attempt, object: ApiObject): MaybePromise<undefined> {
  const { plan, live } = attempt;
  if (plan.verb === 'delete' || plan.origin.kind === 'server') return undefined;
  const errors = live ? updateErrors(plan, attempt, object, live) : createErrors(plan, attempt, object);
  return whenReady(errors, (found) => refuse(plan, object, found));
}

function refuse({ resource }: ChangePlan, object: ApiObject, errors: readonly FieldError[]): undefined {
  if (errors.length === 0) return undefined;
  const group = resource.behavior.errorGroup ?? resource.group;
  throw invalidObject({ ...resource, group }, object.metadata.name ?? '', errors);
}

function createErrors(
  { resource }: ChangePlan,
  { context }: Attempt,
  object: ApiObject,
): MaybePromise<readonly FieldError[]> {
  const { strategy, validatesMetadata } = resource.behavior;
  const errors = validatesMetadata ? [] : validateObjectMeta(object.metadata, metadataRules(resource).ofCreate);
  return whenReady(strategy?.validate?.(object, context) ?? [], (ofKind) => [...errors, ...ofKind]);
}

function updateErrors(
  plan: ChangePlan,
  attempt: Attempt,
  object: ApiObject,
  live: ApiObject,
): MaybePromise<readonly FieldError[]> {
  const changes = validateObjectMetaUpdate(object.metadata, live.metadata);
  const { ofCreate, ofUpdate } = metadataRules(plan.resource);
  const general = [...validateObjectMeta(object.metadata, ofUpdate, live.metadata), ...changes];
  // Only the rules of kinds require standard finalizers.
  const { finalizers } = object.metadata;
  if (finalizers && !ofCreate.anyFinalizer) changes.push(...standardFinalizerErrors(finalizers, 'metadata.finalizers'));
  return whenReady(kindErrors(plan, attempt, object, live), (update) =>
    general.length + changes.length + update.length === 0
      ? []
      : repeated(plan, attempt, object, live, { general, changes, update }),
  );
}

interface FoundErrors {
  readonly general: readonly FieldError[];
  readonly changes: readonly FieldError[];
  readonly update: readonly FieldError[];
}

/**
 * Returns each error as often as the real server finds it. The rules for new objects find no errors other than the
 * given ones.
 */
async function repeated(
  { resource, subresource }: ChangePlan,
  { context }: Attempt,
  object: ApiObject,
  live: ApiObject,
  { general, changes, update }: FoundErrors,
): Promise<readonly FieldError[]> {
  const { group, resource: plural, strategy } = resource.behavior;
  const found: Readonly<Record<UpdateCheck, () => readonly FieldError[] | Promise<readonly FieldError[]>>> = {
    metadata: () => validateObjectMeta(object.metadata, metadataRules(resource).ofCreate),
    rules: () => strategy?.revalidate?.(object, live, context) ?? strategy?.validate?.(object, context) ?? [],
    changes: () => changes,
    update: () => update,
    own: async () => update.slice((await found.rules()).length),
  };
  const errors = [...general];
  for (const check of updateChecks(`${group}/${plural}${subresource && `/${subresource}`}`)) {
    errors.push(...(await found[check]()));
  }
  return errors;
}

interface MetadataRules {
  readonly ofCreate: ObjectMetaRules;
  readonly ofUpdate: ObjectMetaRules;
}

const rulesOfResources = new WeakMap<ServedResource, MetadataRules>();

function metadataRules(resource: ServedResource): MetadataRules {
  const known = rulesOfResources.get(resource);
  if (known) return known;
  const { namespaced, isCustom, behavior } = resource;
  const { takesAnyFinalizer, validateName } = behavior;
  const common = { namespaced, anyFinalizer: isCustom === true || takesAnyFinalizer === true };
  const ofCreate = validateName ? { ...common, validateName } : common;
  const rules = { ofCreate, ofUpdate: { namespaced, anyFinalizer: true, validateName: nameIsPathSegment } };
  rulesOfResources.set(resource, rules);
  return rules;
}

function kindErrors(
  { resource, subresource }: ChangePlan,
  { context }: Attempt,
  object: ApiObject,
  live: ApiObject,
): MaybePromise<readonly FieldError[]> {
  const { strategy } = resource.behavior;
  if (subresource !== '') return strategy?.subresources?.[subresource]?.validateUpdate?.(object, live, context) ?? [];
  if (strategy?.validateUpdate) return strategy.validateUpdate(object, live, context);
  return strategy?.validate?.(object, context) ?? [];
}
