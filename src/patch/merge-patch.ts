import { ItemCount, type Steps } from '../api/steps.ts';
import { JsonNode } from './json-node.ts';

/**
 * Applies a JSON merge patch (RFC 7386) to a JSON text. As on the real server, nulls are also dropped from objects in a
 * list that replaces anything but an object.
 * @param patch JSON text of an object
 */
export function* applyMergePatch(document: string, patch: string): Steps<string> {
  const target = new JsonNode(document);
  yield* merge(target, new JsonNode(patch), new ItemCount());
  yield;
  return target.toString();
}

function* merge(target: JsonNode, patch: JsonNode, items: ItemCount): Steps<void> {
  const members = target.members ?? new Map<string, JsonNode>();
  for (const [key, value] of patch.members ?? []) {
    if (items.isDue()) yield;
    const current = members.get(key);
    if (value.isNull) members.delete(key);
    else if (current?.members && value.members) yield* merge(current, value, items);
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
