import { isRecord, type Json, type JsonObject, memberOf } from '../api/object.ts';
import { goString, goText, goType } from '../schema/go-format.ts';
import type { Schema } from '../schema/schema.ts';
import {
  DELETE_FROM_LIST,
  DIRECTIVE,
  ELEMENT_ORDER,
  RETAIN_KEYS,
  type TakenDirectives,
  withoutDirectives,
} from './directives.ts';
import { orderElements } from './element-order.ts';
import { type FieldRules, rulesOf } from './field-rules.ts';
import {
  applyElementDirectives,
  asList,
  checkAgainstOrder,
  elementType,
  hasSameElements,
  keyOf,
  keyReader,
  requireKeys,
  requireMapsBefore,
} from './list-patch.ts';
import { MergedObject } from './merged-object.ts';
import { StrategicPatchError } from './strategic-patch-error.ts';

/**
 * Applies a strategic merge patch. The result shares all unchanged values with the live object, and is the live object
 * itself when nothing changes. It also shares values with the patch.
 * @param schema the schema of the object, which determines which lists are merged, and by which key
 * @param taken records the executed directives
 * @throws StrategicPatchError
 */
export function applyStrategicMergePatch(
  live: Readonly<JsonObject>,
  patch: Readonly<JsonObject>,
  schema: Schema,
  taken?: TakenDirectives,
): JsonObject {
  const directive = patch[DIRECTIVE];
  if (directive !== undefined) return replacedBy(directive, patch, taken);
  const merged = new MergedObject(live);
  const done = hasDirectives(patch) ? applyDirectives(merged, patch, schema) : undefined;
  if (done) taken?.add(patch, done);
  for (const name in patch) {
    if (done?.has(name)) continue;
    const value = patch[name] as Json;
    const isDeletion = name.startsWith(DELETE_FROM_LIST);
    const key = isDeletion ? name.slice(DELETE_FROM_LIST.length) : name;
    const current = merged.member(key);
    if (value === null) merged.delete(key);
    else if (current === undefined || goType(current) !== goType(value)) {
      if (isDeletion) continue;
      taken?.addUnmatched(value);
      merged.set(key, withoutDirectives(value));
    } else merged.set(key, mergeField(current, value, { parent: schema, key, isDeletion, taken }));
  }
  return merged.result;
}

/** Reports whether a patch may have directives, which must be executed before other members. */
function hasDirectives(patch: Readonly<JsonObject>): boolean {
  for (const name in patch) if (name.startsWith('$')) return true;
  return false;
}

/** Executes the directives for the whole object and for the order of its lists. Returns the patch members that are done. */
function applyDirectives(merged: MergedObject, patch: Readonly<JsonObject>, schema: Schema): ReadonlySet<string> {
  const done = new Set<string>();
  if (patch[RETAIN_KEYS] !== undefined) {
    done.add(RETAIN_KEYS);
    retainKeys(merged, patch);
  }
  for (const name in patch) {
    if (name.startsWith(ELEMENT_ORDER) && !done.has(name)) applyElementOrder(merged, patch, { name, schema, done });
  }
  return done;
}

function replacedBy(directive: Json, patch: Readonly<JsonObject>, taken: TakenDirectives | undefined): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') {
    throw new StrategicPatchError(`unknown patch type: ${goString(directive)} in map: ${goText(patch)}`);
  }
  taken?.add(patch, new Set([DIRECTIVE]));
  const { [DIRECTIVE]: _, ...replacement } = patch;
  return replacement;
}

/** Removes members that `$retainKeys` does not list. Rejects a patch that sets others. */
function retainKeys(merged: MergedObject, patch: Readonly<JsonObject>): void {
  const retained = patch[RETAIN_KEYS];
  const names = Array.isArray(retained) ? retained : undefined;
  const isForeign = ([key, value]: [string, Json]): boolean =>
    value !== null &&
    key !== RETAIN_KEYS &&
    !key.startsWith(ELEMENT_ORDER) &&
    !key.startsWith(DELETE_FROM_LIST) &&
    !names?.includes(key);
  if (!names || Object.entries(patch).some(isForeign)) {
    throw new StrategicPatchError('invalid patch format of retainKeys', true);
  }
  for (const key of merged.names()) if (!names.includes(key)) merged.delete(key);
}

/** Merges the list of a `$setElementOrder/…` and orders it accordingly. Marks both members as done. */
function applyElementOrder(
  merged: MergedObject,
  patch: Readonly<JsonObject>,
  { name, schema, done }: { readonly name: string; readonly schema: Schema; readonly done: Set<string> },
): void {
  const order = asList(patch[name] ?? null);
  done.add(name);
  const key = name.slice(ELEMENT_ORDER.length);
  const [current, change] = [merged.member(key), done.has(key) ? undefined : memberOf(patch, key)];
  const liveList = current === undefined ? undefined : asList(current);
  const patchList = change === undefined ? undefined : asList(change);
  const fieldRules = rulesOf(schema, key);
  const { mergeKey } = fieldRules;
  checkAgainstOrder(patchList ?? [], order, mergeKey);
  if (!liveList && !patchList) return;
  const list =
    liveList && patchList ? mergeList(liveList, patchList, fieldRules, false) : (liveList ?? patchList ?? []);
  requireKeys(list, mergeKey);
  for (const element of list) requireMapsBefore(element, order, mergeKey);
  requireKeys(order, mergeKey);
  if (list.length === 0) throw new StrategicPatchError('no elements in any of the given slices');
  const ordered = orderElements(list, order, liveList ?? [], keyReader(mergeKey));
  merged.set(key, liveList && hasSameElements(ordered, liveList) ? liveList : ordered);
  done.add(key);
}

interface FieldMerge {
  readonly parent: Schema;
  readonly key: string;
  readonly isDeletion: boolean;
  readonly taken: TakenDirectives | undefined;
}

function mergeField(current: Json, value: Json, { parent, key, isDeletion, taken }: FieldMerge): Json {
  if (Array.isArray(current) && Array.isArray(value)) {
    return mergeList(current, value, rulesOf(parent, key), isDeletion, taken);
  }
  if (!isRecord(current) || !isRecord(value)) return value;
  const { schema, strategy } = rulesOf(parent, key);
  return strategy === 'replace' ? value : applyStrategicMergePatch(current, value, schema, taken);
}

function mergeList(
  live: Json[],
  patch: Json[],
  rules: FieldRules,
  isDeletion: boolean,
  taken?: TakenDirectives,
): Json[] {
  const merged = mergedList(live, patch, rules, isDeletion, taken);
  return hasSameElements(merged, live) ? live : merged;
}

function mergedList(
  live: Json[],
  patch: Json[],
  { schema, strategy, mergeKey }: FieldRules,
  isDeletion: boolean,
  taken: TakenDirectives | undefined,
): Json[] {
  // Deletions apply to any list.
  if (strategy !== 'merge' && !isDeletion) return patch;
  if (live.length === 0 && patch.length === 0) return live;
  const type = elementType(live, patch);
  if (type !== 'map[string]interface {}') {
    if (isDeletion) return live.filter((element) => !patch.includes(element));
    return orderElements([...new Set([...live, ...patch])], patch, live, keyReader(''));
  }
  if (!mergeKey) throw new StrategicPatchError('cannot merge lists without merge key for type struct');
  const { kept, changes } = applyElementDirectives(live, patch, mergeKey);
  const elements = schema.kind === 'list' ? schema.items : schema;
  const merged = mergeElements(kept, changes, elements, mergeKey, taken);
  requireKeys(merged, mergeKey);
  return orderElements(merged, changes, kept, keyReader(mergeKey));
}

/** Merges each change into the first element with its key and appends new elements. */
function mergeElements(
  kept: Json[],
  changes: readonly Json[],
  schema: Schema,
  mergeKey: string,
  taken: TakenDirectives | undefined,
): Json[] {
  const merged = [...kept];
  const keys = kept.map(keyReader(mergeKey));
  for (const change of changes) {
    const key = keyOf(change, mergeKey);
    const index = keys.indexOf(key);
    const current = merged[index];
    if (isRecord(current) && isRecord(change)) {
      merged[index] = applyStrategicMergePatch(current, change, schema, taken);
    } else {
      const added = withoutDirectives(change) ?? change;
      merged.push(key === null ? { ...(added as JsonObject), [mergeKey]: null } : added);
      keys.push(key);
    }
  }
  return merged;
}
