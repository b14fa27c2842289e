import { copyOf } from '../api/debug/changes-between.ts';
import { isRecord, type Json, type JsonObject, memberOf, setMember } from '../api/object.ts';
import { goString, goText, goType } from '../schema/go-format.ts';
import type { Field, Schema } from '../schema/schema.ts';
import { type KeyOf, orderElements } from './element-order.ts';

/** An invalid strategic merge patch. `isFormat` is set for malformed directives (400); other errors are 500. */
export class StrategicPatchError extends Error {
  readonly isFormat: boolean;
  constructor(message: string, isFormat = false) {
    super(message);
    this.name = 'StrategicPatchError';
    this.isFormat = isFormat;
  }
}

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const ELEMENT_ORDER = '$setElementOrder/';
const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

export const LISTS_OF_LISTS = 'lists of lists are not supported';

const isObject = (value: Json | undefined): value is JsonObject => isRecord(value);
const isDirective = (key: string): boolean =>
  key === DIRECTIVE || key === RETAIN_KEYS || key.startsWith(ELEMENT_ORDER) || key.startsWith(DELETE_FROM_LIST);

const noMergeKey = (element: Json, key: string): StrategicPatchError =>
  new StrategicPatchError(`map: ${goText(element)} does not contain declared merge key: ${key}`);
const wrongType = (expected: Json, actual: Json): StrategicPatchError =>
  new StrategicPatchError(`expected a ${goType(expected)}, but received a ${goType(actual)}`);

function asList(value: Json): Json[] {
  if (!Array.isArray(value)) throw wrongType([], value);
  return value;
}

interface FieldRules {
  readonly schema: Schema;
  readonly strategy: string;
  readonly mergeKey: string;
}

const rules = new WeakMap<Field, FieldRules>();

/** Returns the patch strategy of a field. */
function rulesOf(schema: Schema, key: string): FieldRules {
  if (schema.kind !== 'struct') {
    const kind = schema.kind === 'list' ? 'slice' : schema.kind === 'scalar' ? schema.type : schema.kind;
    throw new StrategicPatchError(
      schema.kind === 'any'
        ? `unable to find api field in struct RawExtension for the json field "${key}"`
        : `merging an object in json but data type is not struct, instead is: ${kind}`,
    );
  }
  const field: Field | undefined = schema.fields.get(key);
  if (!field) {
    const name = schema.name?.split('.').at(-1) ?? '';
    throw new StrategicPatchError(`unable to find api field in struct ${name} for the json field "${key}"`);
  }
  let known = rules.get(field);
  if (!known) {
    known = declaredRules(field);
    rules.set(field, known);
  }
  return known;
}

/** `retainKeys` alone means the default strategy. */
function declaredRules({ schema, patchStrategy, patchMergeKey }: Field): FieldRules {
  const strategies = patchStrategy?.split(',') ?? [];
  return {
    schema,
    strategy: strategies.find((strategy) => strategy !== 'retainKeys') ?? '',
    mergeKey: patchMergeKey ?? '',
  };
}

/**
 * Applies a strategic merge patch. The result shares every value with the live object that the patch leaves as it is,
 * and is the live object when it changes nothing. Takes directives out of the patch.
 * @param schema of the object; determines which lists are merged, and by which key
 * @throws StrategicPatchError
 */
export function applyStrategicMergePatch(live: Readonly<JsonObject>, patch: JsonObject, schema: Schema): JsonObject {
  const directive = patch[DIRECTIVE];
  if (directive !== undefined) return replacedBy(directive, patch);
  const merged: JsonObject = { ...live };
  retainKeys(merged, patch);
  applyElementOrders(merged, patch, schema);
  for (const name in patch) {
    const value = patch[name] as Json;
    const isDeletion = name.startsWith(DELETE_FROM_LIST);
    const key = isDeletion ? name.slice(DELETE_FROM_LIST.length) : name;
    const current = memberOf(merged, key);
    if (value === null) delete merged[key];
    else if (current === undefined || goType(current) !== goType(value)) {
      if (!isDeletion) setNewMember(merged, key, value);
    } else setMember(merged, key, mergeField(current, value, schema, key, isDeletion));
  }
  return hasSameMembers(merged, live) ? live : merged;
}

function hasSameMembers(merged: Readonly<JsonObject>, live: Readonly<JsonObject>): boolean {
  for (const name in merged) if (merged[name] !== memberOf(live, name)) return false;
  for (const name in live) if (!Object.hasOwn(merged, name)) return false;
  return true;
}

function hasSameElements(merged: readonly Json[], live: readonly Json[]): boolean {
  if (merged.length !== live.length) return false;
  for (let index = 0; index < merged.length; index++) if (merged[index] !== live[index]) return false;
  return true;
}

function replacedBy(directive: Json, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') {
    throw new StrategicPatchError(`unknown patch type: ${goString(directive)} in map: ${goText(patch)}`);
  }
  delete patch[DIRECTIVE];
  return patch;
}

/** Sets a value that is not in the live object, without its nulls and directives. */
function setNewMember(live: JsonObject, key: string, value: Json): void {
  const plain = withoutDirectives(value);
  if (plain === undefined) delete live[key];
  else setMember(live, key, plain);
}

/**
 * Returns undefined for an object with a directive, because there is nothing to delete or replace. Nulls in lists stay.
 */
function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return value.map(withoutDirectives).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  if (DIRECTIVE in value) return undefined;
  const plain: JsonObject = {};
  for (const key in value) {
    const member = value[key] as Json;
    const kept = member === null || isDirective(key) ? undefined : withoutDirectives(member);
    if (kept !== undefined) setMember(plain, key, kept);
  }
  return plain;
}

/** Removes members that `$retainKeys` does not list. Rejects a patch that sets others. */
function retainKeys(live: JsonObject, patch: JsonObject): void {
  const retained = patch[RETAIN_KEYS];
  if (retained === undefined) return;
  delete patch[RETAIN_KEYS];
  const names = Array.isArray(retained) ? retained : undefined;
  const isForeign = ([key, value]: [string, Json]): boolean =>
    value !== null && !key.startsWith(ELEMENT_ORDER) && !key.startsWith(DELETE_FROM_LIST) && !names?.includes(key);
  if (!names || Object.entries(patch).some(isForeign)) {
    throw new StrategicPatchError('invalid patch format of retainKeys', true);
  }
  for (const key of Object.keys(live)) if (!names.includes(key)) delete live[key];
}

/** Merges the lists with a `$setElementOrder/…` and orders them accordingly. Removes both from the patch. */
function applyElementOrders(live: JsonObject, patch: JsonObject, schema: Schema): void {
  for (const name in patch) {
    if (!name.startsWith(ELEMENT_ORDER)) continue;
    const order = asList(patch[name] ?? null);
    delete patch[name];
    const key = name.slice(ELEMENT_ORDER.length);
    const [current, change] = [memberOf(live, key), memberOf(patch, key)];
    const liveList = current === undefined ? undefined : asList(current);
    const patchList = change === undefined ? undefined : asList(change);
    const fieldRules = rulesOf(schema, key);
    const { mergeKey } = fieldRules;
    checkAgainstOrder(patchList ?? [], order, mergeKey);
    if (!liveList && !patchList) continue;
    const merged =
      liveList && patchList ? mergeList(liveList, patchList, fieldRules, false) : (liveList ?? patchList ?? []);
    requireKeys(merged, mergeKey);
    requireKeys(order, mergeKey);
    if (merged.length === 0) throw new StrategicPatchError('no elements in any of the given slices');
    const ordered = orderElements(merged, order, liveList ?? [], keyReader(mergeKey));
    setMember(live, key, liveList && hasSameElements(ordered, liveList) ? liveList : ordered);
    delete patch[key];
  }
}

function checkAgainstOrder(patchList: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (patchList.length === 0 || order.length === 0) return;
  const remaining = patchList.filter((element) => !(mergeKey && isObject(element) && DIRECTIVE in element));
  let found = 0;
  for (const element of order) {
    const expected = remaining[found];
    if (expected === undefined) return;
    const isSame = mergeKey ? keyOf(expected, mergeKey) === keyOf(element, mergeKey) : expected === element;
    if (isSame) found += 1;
  }
  if (found < remaining.length) {
    throw new StrategicPatchError(
      `The order in patch list:\n${goText([...patchList])}\n doesn't match $setElementOrder list:\n${goText([...order])}\n`,
    );
  }
}

function mergeField(current: Json, value: Json, parent: Schema, key: string, isDeletion: boolean): Json {
  if (Array.isArray(current) && Array.isArray(value)) {
    return mergeList(current, value, rulesOf(parent, key), isDeletion);
  }
  if (!isObject(current) || !isObject(value)) return value;
  const { schema, strategy } = rulesOf(parent, key);
  return strategy === 'replace' ? value : applyStrategicMergePatch(current, value, schema);
}

const keyOf = (element: Json, mergeKey: string): Json => {
  if (!isObject(element)) throw wrongType({}, element);
  const value = element[mergeKey];
  if (value === undefined) throw noMergeKey(element, mergeKey);
  return value;
};

/** Reads keys of elements that have them. Lists without merge key have scalar elements, which are their own keys. */
const keyReader =
  (mergeKey: string): KeyOf =>
  (element) =>
    mergeKey && isObject(element) ? element[mergeKey] : element;

function requireKeys(elements: readonly Json[], mergeKey: string): void {
  if (mergeKey) for (const element of elements) keyOf(element, mergeKey);
}

function mergeList(live: Json[], patch: Json[], rules: FieldRules, isDeletion: boolean): Json[] {
  const merged = mergedList(live, patch, rules, isDeletion);
  return hasSameElements(merged, live) ? live : merged;
}

function mergedList(
  live: Json[],
  patch: Json[],
  { schema, strategy, mergeKey }: FieldRules,
  isDeletion: boolean,
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
  const merged = mergeElements(kept, changes, elements, mergeKey);
  requireKeys(merged, mergeKey);
  return orderElements(merged, changes, kept, keyReader(mergeKey));
}

/** Returns the common type of the elements of two lists, of which one has elements. */
function elementType(live: readonly Json[], patch: readonly Json[]): string {
  const first = goType(live.length > 0 ? live[0] : patch[0]);
  if (first === '[]interface {}') throw new StrategicPatchError(LISTS_OF_LISTS);
  const isOther = (element: Json): boolean => goType(element) !== first;
  if (live.some(isOther) || patch.some(isOther)) {
    throw new StrategicPatchError(`list element types are not identical: ${goText([[...live], [...patch]])}`);
  }
  return first;
}

/** Applies the `$patch` elements of a list. Returns the remaining live elements and the elements to merge. */
function applyElementDirectives(live: Json[], patch: Json[], mergeKey: string): { kept: Json[]; changes: Json[] } {
  const changes: Json[] = [];
  let kept = live;
  let replaces = false;
  for (const element of patch) {
    const directive = isObject(element) ? element[DIRECTIVE] : undefined;
    if (directive === undefined) changes.push(element);
    else if (directive === 'replace') replaces = true;
    else if (directive === 'delete') {
      const key = keyOf(element, mergeKey);
      kept = kept.filter((candidate) => !(isObject(candidate) && candidate[mergeKey] === key));
    } else {
      throw new StrategicPatchError(
        directive === 'merge'
          ? 'merging lists cannot yet be specified in the patch'
          : `unknown patch type: ${goString(directive)} in map: ${goText(element)}`,
      );
    }
  }
  return replaces ? { kept: changes, changes: [] } : { kept, changes };
}

/** Merges each change into the first element with its key and appends new elements. */
function mergeElements(kept: Json[], changes: readonly Json[], schema: Schema, mergeKey: string): Json[] {
  const merged = [...kept];
  const keys = kept.map(keyReader(mergeKey));
  for (const change of changes) {
    const key = keyOf(change, mergeKey);
    const index = keys.indexOf(key);
    const current = merged[index];
    if (isObject(current) && isObject(change)) {
      merged[index] = applyStrategicMergePatch(current, copyOf(change), schema);
    } else {
      merged.push(withoutDirectives(change) ?? change);
      keys.push(key);
    }
  }
  return merged;
}
