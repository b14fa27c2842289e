import { JsonNode } from './json-node.ts';

/**
 * JSON merge patch (RFC 7386) of JSON texts. As on the real server, nulls are also dropped from the objects inside of a
 * list that replaces something else than an object.
 * @param patch JSON text of an object
 */
export function applyMergePatch(document: string, patch: string): string {
  const target = new JsonNode(document);
  merge(target, new JsonNode(patch));
  return target.toString();
}

function merge(target: JsonNode, patch: JsonNode): void {
  const members = target.members ?? new Map<string, JsonNode>();
  for (const [key, value] of patch.members ?? []) {
    const current = members.get(key);
    if (value.isNull) members.delete(key);
    else if (current?.members && value.members) merge(current, value);
    else {
      if (!current?.members) dropNulls(value);
      members.set(key, value);
    }
  }
}

/** Removes the null members of an object and of all objects in it; null items of lists stay. */
function dropNulls(node: JsonNode): void {
  const { members, items } = node;
  for (const [key, value] of members ?? []) {
    if (value.isNull) members?.delete(key);
    else dropNulls(value);
  }
  for (const item of items ?? []) dropNulls(item);
}
