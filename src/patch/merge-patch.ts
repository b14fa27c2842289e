import { JsonNode } from './json-node.ts';

/**
 * Applies a JSON merge patch (RFC 7386) to a JSON text. As on the real server, nulls are also dropped from objects in a
 * list that replaces anything but an object.
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

/** Removes null members from an object and all nested objects; null items of lists stay. */
function dropNulls(node: JsonNode): void {
  const { members, items } = node;
  for (const [key, value] of members ?? []) {
    if (value.isNull) members?.delete(key);
    else dropNulls(value);
  }
  for (const item of items ?? []) dropNulls(item);
}
