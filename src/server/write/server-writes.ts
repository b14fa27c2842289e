import type { ObjectWriter } from '../../admission/admission-plugin.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { canonical } from '../../schema/canonical.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { ContextBeforeAdmission } from '../context/server-context.ts';
import { serverOrigin } from './origins.ts';
import { writeAsServer } from './write.ts';
import type { DeletePlan, WriteOutcome } from './write-plan.ts';

/** Creates an object. Returns undefined when the name is taken. */
export async function createAsServer(
  server: ContextBeforeAdmission,
  resource: ServedResource,
  object: ApiObject,
): Promise<ApiObject | undefined> {
  const { namespace = '', name = '' } = object.metadata;
  const outcome = await writeAsServer({
    ...{ origin: serverOrigin(server), resource, subresource: '', namespace, name, dryRun: false },
    verb: 'update',
    propose: (live) => (live ? undefined : asNew(resource, object)),
  });
  return outcome?.object;
}

/** Returns a new object in the served version, with the members that are always written. */
export const asNew = (resource: ServedResource, object: Omit<ApiObject, 'kind' | 'apiVersion'>): ApiObject => {
  const envelope = { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version) };
  return canonical({ ...object, ...envelope }, resource.schema) as ApiObject;
};

/**
 * Replaces an object, or only the part that a subresource covers. Returns undefined when the live object has another
 * resourceVersion.
 * @param object changed from the live one, in the served version
 */
export async function replaceAsServer(
  server: ContextBeforeAdmission,
  resource: ServedResource,
  object: ApiObject,
  subresource = '',
): Promise<ApiObject | undefined> {
  const { namespace = '', name = '', resourceVersion } = object.metadata;
  const outcome = await writeAsServer({
    ...{ origin: serverOrigin(server), resource, subresource, namespace, name, dryRun: false },
    verb: 'update',
    isComplete: true,
    propose: (live) => (live?.metadata.resourceVersion === resourceVersion ? object : undefined),
  });
  return outcome?.object;
}

/**
 * Deletes an object, or marks it for deletion when finalizers hold it. Returns undefined on a conflict, and when the
 * object is missing or `isWanted` returns false.
 */
export const deleteAsServer = (
  server: ContextBeforeAdmission,
  resource: ServedResource,
  { namespace = '', name = '' }: ApiObject['metadata'],
  hooks: Pick<DeletePlan, 'isWanted' | 'onCommit'> = {},
): Promise<WriteOutcome | undefined> =>
  writeAsServer({
    ...{ origin: serverOrigin(server), resource, subresource: '', namespace, name, dryRun: false },
    verb: 'delete',
    options: { dryRun: false, preconditions: {}, raw: {} },
    ...hooks,
  });

/** The writes of admission plugins and authentication methods. */
export function objectWriter(server: ContextBeforeAdmission): ObjectWriter {
  const served = (group: string, resource: string): ServedResource => {
    const found = server.resources.findAnyVersion(group, resource);
    if (!found) throw new Error(`${resource} of ${group || 'the core group'} are not served`);
    return found;
  };
  return {
    create: async (group, resource, object) => createAsServer(server, served(group, resource), object),
    update: async (group, resource, object, subresource) =>
      replaceAsServer(server, served(group, resource), object, subresource),
  };
}
