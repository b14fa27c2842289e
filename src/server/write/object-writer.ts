import type { ObjectWriter } from '../../admission/admission-plugin.ts';
import { timeText, uuid } from '../../api/environment.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { trackUpdate } from '../../apply/track-update.ts';
import { canonical } from '../../schema/canonical.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { ContextBeforeAdmission } from '../context/server-context.ts';
import { strategyContext } from '../context/strategy-context.ts';
import { writeContext } from './track-managers.ts';

/** Who the server itself is, when it writes. */
const SERVER_USER = { username: 'system:apiserver', groups: ['system:masters'] };

/** Manager of the fields that the server writes by itself. */
export const MANAGER = 'kube-apiserver';

/** Writes of the server itself, past authorization and admission. */
export function objectWriter(server: ContextBeforeAdmission): ObjectWriter {
  const served = (group: string, resource: string): ServedResource => {
    const found = server.resources.findAnyVersion(group, resource);
    if (!found) throw new Error(`${resource} of ${group || 'the core group'} are not served`);
    return found;
  };
  const keyFor = (resource: ServedResource, { metadata }: ApiObject) =>
    keyOf(resource, metadata.namespace ?? '', metadata.name ?? '');
  return {
    async create(group, name, object) {
      const resource = served(group, name);
      const candidate = await newObject(server, resource, object);
      const result = await server.objects.create(keyFor(resource, candidate), candidate, []);
      return result.committed ? result.stored.object : undefined;
    },
    async update(group, name, object) {
      const resource = served(group, name);
      const revision = Number(object.metadata.resourceVersion);
      const candidate = canonical(object, resource.schema) as ApiObject;
      return (await server.objects.update(keyFor(resource, object), candidate, revision, [], []))?.object;
    },
  };
}

/** A complete new object of the stored version. */
export async function newObject(
  server: ContextBeforeAdmission,
  resource: ServedResource,
  object: ApiObject,
): Promise<ApiObject> {
  const strategyView = strategyContext({ server, user: SERVER_USER }, false);
  const envelope = { kind: resource.kind, apiVersion: apiVersionOf(resource.group, resource.version) };
  const draft = canonical({ ...object, ...envelope }, resource.schema) as ApiObject;
  const { strategy, generation } = resource.behavior;
  strategy?.setDefaults?.(draft, strategyView);
  // Nobody comes to own what the strategy adds: managers are tracked before it, as in a client's write.
  const managedFields = trackUpdate({
    ...writeContext({ server }, { resource, subresource: '' }),
    live: undefined,
    updated: draft,
    manager: MANAGER,
    dialect: server.dialect,
  });
  await strategy?.prepareForCreate?.(draft, strategyView);
  draft.metadata = {
    ...draft.metadata,
    uid: uuid(server.random),
    creationTimestamp: timeText(server.clock.now()),
    managedFields,
  };
  if (generation) draft.metadata.generation = 1;
  return canonical(resource.toStorage(draft), resource.schema) as ApiObject;
}
