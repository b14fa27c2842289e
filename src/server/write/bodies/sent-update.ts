import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import { canonicalObject } from '../../http/canonical-object.ts';

/**
 * Returns the object of an update in canonical form. Clients that write a status usually repeat all other members as
 * they read them. The live members then replace the sent ones.
 */
export function sentUpdate(
  { resource, subresource }: { readonly resource: ServedResource; readonly subresource: string },
  sent: ApiObject,
  live: ApiObject | undefined,
): ApiObject {
  if (subresource !== 'status' || resource.isCustom || !live || !isRepeated(sent, live)) {
    return canonicalObject(asRecord(sent), resource, resource.schema);
  }
  const { apiVersion, kind, status } = asRecord(sent);
  const { metadata, spec } = asRecord(live);
  return Object.assign(canonicalObject({ apiVersion, kind, status }, resource, resource.schema), { metadata, spec });
}

function isRepeated(sent: ApiObject, live: ApiObject): boolean {
  const [before, after] = [asRecord(live), asRecord(sent)];
  if (!Object.isFrozen(live) || !Object.keys(sent).every((name) => MEMBERS.has(name))) return false;
  return isEqualJson(after.metadata, before.metadata) && isRecord(before.spec) && isEqualJson(after.spec, before.spec);
}

const MEMBERS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
