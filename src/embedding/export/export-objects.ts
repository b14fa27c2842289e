import type { APIService } from '../../api/kinds/apiregistration-v1.generated.ts';
import { type ApiObject, isOfCoreKind } from '../../api/object.ts';
import { isTransient } from '../../api/transient-objects.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { discover, findResource } from '../../client/discovery.ts';
import { cleanObject, isServerCreated } from '../../client/manifests/clean-objects.ts';
import { collectObjects, listAll } from '../../client/manifests/collect-objects.ts';
import { writeOrder } from '../../client/manifests/write-order.ts';
import { yamlText } from '../../schema/yaml/yaml-text.ts';
import { withoutServerOwnedFields } from './server-owned-fields.ts';

/** The prefix of the group of APIServices in both dialects. */
const API_REGISTRATION = 'apiregistration.';

/**
 * Returns the objects that users created as YAML, dependencies first: without objects that the server and its
 * controllers created, and without the fields that they have added since.
 * @param namespaces only these namespaces, and the objects in them
 */
export async function exportObjects(client: ApiClient, namespaces?: readonly string[]): Promise<string> {
  const remote = await remoteVersions(client);
  const discovery = await discover(client, undefined, (apiVersion) => !remote.has(apiVersion));
  const { objects } = await collectObjects(client, discovery);
  const chosen = objects
    .map(({ object }) => object)
    .filter((object) => isUserObject(object) && isIn(object, namespaces))
    .map((object) => cleanObject(withoutServerOwnedFields(object)));
  const ordered = writeOrder(chosen, discovery).flatMap((index) => chosen[index] ?? []);
  return ordered.map(yamlText).join('---\n');
}

/** Returns the group versions of extension API servers, whose objects are not stored in the cluster. */
async function remoteVersions(client: ApiClient): Promise<ReadonlySet<string>> {
  const { resources } = await discover(client, undefined, (apiVersion) => apiVersion.startsWith(API_REGISTRATION));
  const services = findResource({ resources, failed: [] }, 'apiservices');
  const items = services ? ((await listAll(client, services)) as readonly (APIService & ApiObject)[]) : [];
  return new Set(items.flatMap(({ spec }) => (spec?.service ? `${spec.group}/${spec.version}` : [])));
}

/** Objects with a controller are recreated by it. */
const isUserObject = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp === undefined &&
  !isServerCreated(object) &&
  !isTransient(object) &&
  !(object.metadata.ownerReferences ?? []).some(({ controller }) => controller);

function isIn(object: ApiObject, namespaces: readonly string[] | undefined): boolean {
  if (!namespaces) return true;
  const { metadata } = object;
  const namespace = isOfCoreKind(object, 'Namespace') ? metadata.name : metadata.namespace;
  return namespace !== undefined && namespaces.includes(namespace);
}
