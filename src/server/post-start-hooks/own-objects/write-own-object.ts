import type { KubernetesName } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import { trackUpdate } from '../../../apply/track-update.ts';
import { canonical } from '../../../schema/canonical.ts';
import { keyOf } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { MANAGER, newObject } from '../../write/object-writer.ts';
import { writeContext } from '../../write/track-managers.ts';

interface OwnObject<T extends ApiObject> {
  readonly group: KubernetesName;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  /** What the object must be, without its kind; undefined when it may stay as it is. `live` is undefined when it is missing. */
  desired(live: T | undefined): Omit<T, 'apiVersion' | 'kind'> | undefined;
}

/**
 * Creates or updates an object that the server keeps itself, past authorization, admission and traces. Another writer
 * that comes first wins; the next attempt looks again. Resources that are not served are left out.
 */
export async function writeOwnObject<T extends ApiObject>(server: ServerContext, own: OwnObject<T>): Promise<void> {
  const resource = server.resources.findAnyVersion(server.dialect.rename(own.group), own.resource);
  if (!resource) return;
  const key = keyOf(resource, own.namespace, own.name);
  const stored = await server.objects.get(key);
  const desired = own.desired(stored?.object as T | undefined) as ApiObject | undefined;
  if (!desired) return;
  const claims = (object: ApiObject) => resource.behavior.claims?.(object) ?? [];
  if (!stored) {
    const metadata = { ...desired.metadata, name: own.name, namespace: own.namespace };
    const created = await newObject(server, resource, { ...desired, metadata });
    await server.objects.create(key, created, claims(created));
    return;
  }
  const live = stored.object;
  const draft = canonical({ ...live, ...desired }, resource.schema) as ApiObject;
  const managedFields = trackUpdate({
    ...writeContext({ server }, { resource, subresource: '' }),
    live,
    updated: draft,
    manager: MANAGER,
    dialect: server.dialect,
  });
  const updated = { ...draft, metadata: { ...draft.metadata, managedFields } };
  await server.objects.update(
    key,
    canonical(updated, resource.schema) as ApiObject,
    stored.revision,
    claims(live),
    claims(updated),
  );
}
