import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, asRecord, isOfCoreKind, isRecord } from '../../api/object.ts';
import { isServerManager } from '../../client/manifests/clean-objects.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns an object without the fields that only the server and its controllers have set, such as annotations of a
 * deployment and the node of a pod.
 */
export function withoutServerOwnedFields(object: ApiObject): ApiObject {
  const [server, users] = partition(object.metadata.managedFields ?? []);
  const copy = structuredClone(object);
  for (const fields of server) remove(asRecord(copy), fields, users);
  if (users.length > 0 && isOfCoreKind(object, 'Pod')) remove(asRecord(copy), SCHEDULED, users);
  return copy;
}

/** The scheduler's binding of a pod has no field manager. */
const SCHEDULED = { 'f:spec': { 'f:nodeName': {} } };

/** Returns the fields of the server's managers, and those of users. */
function partition(entries: readonly ManagedFieldsEntry[]): readonly [Fields[], Fields[]] {
  const fieldsOf = (ofServer: boolean) =>
    entries
      .filter(({ manager }) => isServerManager(manager ?? '') === ofServer)
      .flatMap(({ fieldsV1 }) => (isRecord(fieldsV1) ? [fieldsV1] : []));
  return [fieldsOf(true), fieldsOf(false)];
}

/** Items that only the server owns also stay in a list that users own. */
function remove(value: Record<string, unknown>, owned: Fields, users: readonly Fields[]): void {
  for (const [step, below] of Object.entries(owned)) {
    if (!step.startsWith('f:')) continue;
    const name = step.slice(2);
    const usersBelow = users.flatMap((fields) => (isRecord(fields[step]) ? [fields[step]] : []));
    const member = value[name];
    if (isRecord(member) && isRecord(below) && Object.keys(below).length > 0) {
      remove(member, below, usersBelow);
      if (usersBelow.length === 0 && Object.keys(member).length === 0) delete value[name];
    } else if (usersBelow.length === 0) delete value[name];
  }
}
