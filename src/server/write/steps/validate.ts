import type { FieldError } from '../../../api/field-error.ts';
import { nameIsPathSegment } from '../../../api/names.ts';
import type { ApiObject } from '../../../api/object.ts';
import { invalidObject } from '../../../api/status.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../resources/object-meta.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Attempt } from '../attempt.ts';
import type { Candidate, ChangePlan } from '../write-plan.ts';

/** Validates the object of a request. The server's own objects are valid by construction. @throws StatusError 422 */
export async function validate(attempt: Attempt, { object }: Candidate): Promise<void> {
  const { plan, live } = attempt;
  if (plan.verb === 'delete' || plan.origin.kind === 'server') return;
  const errors = live ? await updateErrors(plan, attempt, object, live) : await createErrors(plan, attempt, object);
  if (errors.length === 0) return;
  const { resource } = plan;
  const group = resource.behavior.errorGroup ?? resource.group;
  throw invalidObject({ ...resource, group }, object.metadata.name ?? '', errors);
}

async function createErrors(
  { resource }: ChangePlan,
  { context }: Attempt,
  object: ApiObject,
): Promise<readonly FieldError[]> {
  const { strategy, validateName } = resource.behavior;
  const rules = { ...metadataRules(resource), ...(validateName ? { validateName } : {}) };
  return [...validateObjectMeta(object.metadata, rules), ...((await strategy?.validate?.(object, context)) ?? [])];
}

async function updateErrors(
  plan: ChangePlan,
  attempt: Attempt,
  object: ApiObject,
  live: ApiObject,
): Promise<readonly FieldError[]> {
  const rules = { ...metadataRules(plan.resource), validateName: nameIsPathSegment };
  const changes = validateObjectMetaUpdate(object.metadata, live.metadata);
  return [
    ...validateObjectMeta(object.metadata, rules),
    ...changes,
    ...changes, // The real server checks the metadata once for every kind, and again in the rules of each kind.
    ...(await kindErrors(plan, attempt, object, live)),
  ];
}

const metadataRules = ({ namespaced, isCustom = false, behavior }: ServedResource) => ({
  namespaced,
  anyFinalizer: isCustom || behavior.takesAnyFinalizer === true,
});

async function kindErrors(
  { resource, subresource }: ChangePlan,
  { context }: Attempt,
  object: ApiObject,
  live: ApiObject,
): Promise<readonly FieldError[]> {
  const { strategy } = resource.behavior;
  if (subresource !== '')
    return (await strategy?.subresources?.[subresource]?.validateUpdate?.(object, live, context)) ?? [];
  if (strategy?.validateUpdate) return strategy.validateUpdate(object, live, context);
  return (await strategy?.validate?.(object, context)) ?? [];
}
