import { isRecord, type Json, type JsonObject, memberOf, setMember } from '../api/object.ts';
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

/** Like `applyMergePatch`, for values. The result shares the members that the patch leaves as they are. */
export function mergeValues(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...target };
  for (const key of Object.keys(patch)) {
    const [value, current] = [patch[key] as Json, memberOf(target, key)];
    if (value === null) delete merged[key];
    else if (isRecord(current) && isRecord(value)) setMember(merged, key, mergeValues(current, value));
    else setMember(merged, key, isRecord(current) ? value : withoutNulls(value));
  }
  return merged;
}

/** Returns a value without the null members of its objects; null items of lists stay. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const kept: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key] as Json;
    if (member !== null) setMember(kept, key, withoutNulls(member));
  }
  return kept;
}
