import { timeText } from '../../../api/environment.ts';
import type { ManagedFieldsEntry } from '../../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, apiVersionOf, parseApiVersion } from '../../../api/object.ts';
import type { Steps } from '../../../api/steps.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { fieldPath } from '../../../apply/field-path.ts';
import { FieldSet } from '../../../apply/field-set.ts';
import { managerName } from '../../../apply/managers/manager-name.ts';
import type { WriteContext } from '../../../apply/ownership.ts';
import { trackUpdateInSteps } from '../../../apply/track-update.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { ContextBeforeAdmission } from '../../context/server-context.ts';
import { inSlices } from '../../objects/slices.ts';
import type { Attempt } from '../attempt.ts';
import type { ClientOrigin, ServerOrigin, WritePlan } from '../write-plan.ts';
import { type ConvertCustom, withConversions } from './with-conversions.ts';

/** Updates the managedFields of a draft; an apply has already done so. */
export function trackManagers({ plan, served }: Attempt, draft: ApiObject): MaybePromise<undefined> {
  if (plan.verb === 'delete' || plan.verb === 'apply' || plan.isComplete) return undefined;
  const slices = plan.origin.kind === 'client' ? plan.origin.call.slices : undefined;
  const managedFields = plan.resource.isCustom
    ? withConversions(plan.resource, slices, (convert) => managedFieldsOf(plan, served, draft, convert))
    : inSlices(managedFieldsOf(plan, served, draft), slices);
  return whenReady(managedFields, (entries) => {
    draft.metadata.managedFields = entries;
    return undefined;
  });
}

/** Returns the managedFields of an object after a plain write; undefined when it has none. */
export function managedFieldsOf(
  { origin, resource, subresource }: Pick<WritePlan, 'origin' | 'resource' | 'subresource'>,
  live: ApiObject | undefined,
  updated: ApiObject,
  convertCustom?: ConvertCustom,
): Steps<ManagedFieldsEntry[] | undefined> {
  const { dialect } = origin.server;
  const context = writeContext(origin.server, resource, subresource, convertCustom);
  return trackUpdateInSteps({ live, updated, manager: managerOf(origin), dialect }, context);
}

const managerOf = (origin: ClientOrigin | ServerOrigin): string =>
  origin.kind === 'server'
    ? origin.fieldManager
    : managerName(origin.fieldManager, origin.call.request.headers.get('user-agent'));

/**
 * Returns the versions, schemas and time that decide who owns the fields of a write.
 * @param convertCustom for custom resources; see `withConversions`
 */
export function writeContext(
  { resources, clock }: ContextBeforeAdmission,
  resource: ServedResource,
  subresource: string,
  convertCustom?: ConvertCustom,
): WriteContext {
  const { apiVersion, resetFields } = targetOf(resource, subresource);
  const inVersion = (requested: string): ServedResource | undefined => {
    const { group, version } = parseApiVersion(requested);
    // The body of a subresource may belong to another group than the resource.
    if (group === resource.group && version === resource.version) return resource;
    return group === resource.group ? resources.find(group, version, resource.resource) : undefined;
  };
  return {
    apiVersion,
    subresource,
    now: timeText(clock.now()),
    resetFields,
    schemaOf: (requested) => (requested === apiVersion ? resource : inVersion(requested))?.schema,
    convert(object, requested) {
      const from = object as ApiObject;
      if (convertCustom) return convertCustom(from, requested);
      const source = inVersion(from.apiVersion);
      const target = inVersion(requested);
      return source && target ? target.fromStorage(source.toStorage(from)) : object;
    },
  };
}

type Target = Pick<WriteContext, 'apiVersion' | 'resetFields'>;

const targets = new WeakMap<ServedResource, Map<string, Target>>();

/** Returns the values that all writes of a resource or subresource share. */
function targetOf(resource: ServedResource, subresource: string): Target {
  let bySubresource = targets.get(resource);
  if (!bySubresource) {
    bySubresource = new Map();
    targets.set(resource, bySubresource);
  }
  let target = bySubresource.get(subresource);
  if (!target) {
    const apiVersion = apiVersionOf(resource.group, resource.version);
    target = { apiVersion, resetFields: resetFieldsOf(resource, subresource) };
    bySubresource.set(subresource, target);
  }
  return target;
}

/** Returns the fields that a write never changes, such as the status in a write of the main resource. */
function resetFieldsOf({ behavior, subresources }: ServedResource, subresource: string): FieldSet {
  const standard =
    subresource === '' ? (subresources.has('status') ? ['status'] : []) : subresource === 'status' ? ['spec'] : [];
  const fields =
    (subresource === '' ? behavior.strategy : behavior.strategy?.subresources?.[subresource])?.resetFields ?? standard;
  return FieldSet.of(...fields.map((field) => fieldPath(...field.split('.'))));
}
