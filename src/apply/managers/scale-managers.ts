import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import { type FieldPath, fieldPath } from '../field-path.ts';
import { FieldSet } from '../field-set.ts';
import { decodeManagedFields, encodeManagedFields } from './managed-fields.ts';
import { ManagersDraft } from './managers.ts';

/** Path of a kind's replicas, by apiVersion; null for versions without a scale subresource. */
export type ReplicasPaths = Readonly<Record<string, FieldPath | null>>;

const SCALE_VERSION = 'autoscaling/v1';
const REPLICAS_OF_SCALE = fieldPath('spec', 'replicas');

/** Returns the managedFields of an object's Scale: the owners of the replicas own `spec.replicas` of the Scale. */
export function scaleManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const managers = new ManagersDraft();
  for (const [id, entry] of decodeManagedFields(entries)) {
    const path = paths[entry.apiVersion];
    if (!path || !entry.fields.has(path)) continue;
    managers.set(id, { ...entry, apiVersion: SCALE_VERSION, fields: FieldSet.of(REPLICAS_OF_SCALE) });
  }
  return encodeManagedFields(managers);
}

/**
 * Returns the managedFields of an object after a write of its Scale: managers that lost the replicas there lose them
 * here. As on the real server, new owners have no time. `apiVersion` is the version in the request path.
 */
export function parentManagedFields(
  parent: readonly ManagedFieldsEntry[] | undefined,
  scale: readonly ManagedFieldsEntry[] | undefined,
  apiVersion: string,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const owners = new ManagersDraft(decodeManagedFields(scale));
  const managers = new ManagersDraft();
  const parents = decodeManagedFields(parent);
  for (const [id, entry] of parents) {
    const path = paths[entry.apiVersion];
    if (path === undefined) continue;
    if (path === null || !entry.fields.has(path) || owners.delete(id)) {
      managers.set(id, entry);
      continue;
    }
    const fields = entry.fields.difference(FieldSet.of(path));
    if (!fields.isEmpty) managers.set(id, { ...entry, fields });
  }
  const path = paths[apiVersion];
  for (const [id, entry] of path ? owners : []) {
    if (!path || !entry.fields.has(REPLICAS_OF_SCALE)) continue;
    managers.set(id, { ...entry, apiVersion, time: parents.get(id)?.time, fields: FieldSet.of(path) });
  }
  return encodeManagedFields(managers);
}
