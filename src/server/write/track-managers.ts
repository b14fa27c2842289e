import { timeText } from '../../api/environment.ts';
import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, parseApiVersion } from '../../api/object.ts';
import { fieldPath } from '../../apply/field-path.ts';
import { FieldSet } from '../../apply/field-set.ts';
import { managerName } from '../../apply/managed-fields.ts';
import type { WriteContext } from '../../apply/ownership.ts';
import { trackUpdate } from '../../apply/track-update.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import type { ContextBeforeAdmission } from '../context/server-context.ts';
import type { WritePlan } from './write-plan.ts';

/** The managedFields of an object after a plain write. */
export function managedFieldsOf(
  call: Call,
  plan: Pick<WritePlan, 'resource' | 'subresource' | 'options'>,
  live: ApiObject | undefined,
  updated: ApiObject,
): ManagedFieldsEntry[] | undefined {
  const manager = managerName(plan.options.fieldManager, call.request.headers.get('user-agent'));
  return trackUpdate({ ...writeContext(call, plan), live, updated, manager, dialect: call.server.dialect });
}

/** What ownership needs to know of the request and of the kind's versions. */
export function writeContext(
  { server }: { server: ContextBeforeAdmission },
  { resource, subresource }: Pick<WritePlan, 'resource' | 'subresource'>,
): WriteContext {
  const { resources, clock } = server;
  const inVersion = (apiVersion: string): ServedResource | undefined => {
    const { group, version } = parseApiVersion(apiVersion);
    // The body of a subresource may be of another group than the resource.
    if (group === resource.group && version === resource.version) return resource;
    return group === resource.group ? resources.find(group, version, resource.resource) : undefined;
  };
  return {
    apiVersion: resource.group ? `${resource.group}/${resource.version}` : resource.version,
    subresource,
    now: timeText(clock.now()),
    resetFields: resetFieldsOf(resource, subresource),
    schemaOf: (apiVersion) => inVersion(apiVersion)?.schema,
    convert(object, apiVersion) {
      const from = object as ApiObject;
      // Of a custom resource only the version is changed here: what the other version does not know stays, and is told.
      if (resource.isCustom) return { ...from, apiVersion };
      const source = inVersion(from.apiVersion);
      const target = inVersion(apiVersion);
      return source && target ? target.fromStorage(source.toStorage(from)) : object;
    },
  };
}

/** Fields that a write never changes, whatever its body says: the status through the main resource, the rest through the status. */
function resetFieldsOf({ behavior, subresources }: ServedResource, subresource: string): FieldSet {
  const standard =
    subresource === '' ? (subresources.has('status') ? ['status'] : []) : subresource === 'status' ? ['spec'] : [];
  const fields =
    (subresource === '' ? behavior.strategy : behavior.strategy?.subresources?.[subresource])?.resetFields ?? standard;
  return FieldSet.of(...fields.map((field) => fieldPath(...field.split('.'))));
}
