import { isRecord } from '../../api/object.ts';
import type { FieldRule, MergeRules } from './merge-rules.ts';
import { sameValue } from './same-value.ts';

type Plain = Record<string, unknown>;

/**
 * Returns the patch that brings the live object to the modified one and removes what only the original has, as client-side
 * apply sends it.
 * @param rules of a strategic merge patch; undefined for a merge patch, which replaces lists
 */
export function threeWayPatch(original: Plain, modified: Plain, current: Plain, rules: MergeRules | undefined): Plain {
  const patch: Plain = {};
  for (const [name, wanted] of Object.entries(modified)) {
    const live = current[name];
    const before = original[name];
    const rule = rules?.(name);
    if (wanted === null || wanted === undefined) {
      if (live !== undefined && live !== null) patch[name] = null;
    } else if (isRecord(wanted) && isRecord(live)) {
      const inner = threeWayPatch(isRecord(before) ? before : {}, wanted, live, rule?.inner);
      if (Object.keys(inner).length > 0) patch[name] = retaining(rule, inner, wanted);
    } else if (!sameValue(wanted, live)) {
      if (Array.isArray(wanted) && Array.isArray(live) && rule?.mergesLists)
        Object.assign(patch, listPatch(name, rule, { original: Array.isArray(before) ? before : [], wanted, live }));
      else patch[name] = wanted;
    }
  }
  for (const name of Object.keys(original))
    if (!Object.hasOwn(modified, name) && Object.hasOwn(current, name)) patch[name] = null;
  return patch;
}

/** Adds the directive that makes the server keep only the members of the wanted value. */
const retaining = (rule: FieldRule | undefined, patch: Plain, wanted: Plain): Plain =>
  rule?.retainsKeys ? { $retainKeys: Object.keys(wanted).sort(), ...patch } : patch;

interface ListStates {
  readonly original: readonly unknown[];
  readonly wanted: readonly unknown[];
  readonly live: readonly unknown[];
}

/** Returns the members of a patch that change a merged list. */
function listPatch(field: string, rule: FieldRule, states: ListStates): Plain {
  const { mergeKey } = rule;
  if (mergeKey === undefined) return valuesPatch(field, states);
  const { wanted, live } = states;
  if (!hasKeys(mergeKey, wanted) || !hasKeys(mergeKey, live)) return { [field]: [...wanted, { $patch: 'replace' }] };
  return itemsPatch(field, { ...rule, mergeKey }, states);
}

/** Reports whether a key identifies every item: two ports of a container may have one number and two protocols. */
const hasKeys = (key: string, items: readonly unknown[]): items is readonly Plain[] =>
  items.every((item) => isRecord(item) && key in item) &&
  new Set((items as readonly Plain[]).map((item) => item[key])).size === items.length;

function valuesPatch(field: string, { original, wanted, live }: ListStates): Plain {
  const removed = original.filter((value) => !wanted.includes(value) && live.includes(value));
  const added = wanted.filter((value) => !live.includes(value));
  if (removed.length + added.length === 0) return {};
  return {
    [`$setElementOrder/${field}`]: wanted,
    ...(removed.length > 0 ? { [`$deleteFromPrimitiveList/${field}`]: removed } : {}),
    ...(added.length > 0 ? { [field]: added } : {}),
  };
}

function itemsPatch(
  field: string,
  rule: FieldRule & { readonly mergeKey: string },
  { original, wanted, live }: ListStates,
): Plain {
  const { mergeKey: key, inner } = rule;
  const find = (items: readonly unknown[], value: unknown): Plain | undefined =>
    items.filter(isRecord).find((item) => item[key] === value);
  const items: Plain[] = [];
  for (const item of wanted.filter(isRecord)) {
    const existing = find(live, item[key]);
    const patch = existing ? threeWayPatch(find(original, item[key]) ?? {}, item, existing, inner) : item;
    if (Object.keys(patch).length > 0)
      items.push({ [key]: item[key], ...(existing ? retaining(rule, patch, item) : patch) });
  }
  for (const item of original.filter(isRecord))
    if (!find(wanted, item[key]) && find(live, item[key])) items.push({ $patch: 'delete', [key]: item[key] });
  const keys = wanted.filter(isRecord).map((item) => item[key]);
  const kept = live.filter(isRecord).map((item) => item[key]);
  const isInOrder = sameValue(
    kept.filter((each) => keys.includes(each)),
    keys.filter((each) => kept.includes(each)),
  );
  if (items.length === 0 && isInOrder) return {};
  return {
    [`$setElementOrder/${field}`]: keys.map((each) => ({ [key]: each })),
    ...(items.length > 0 ? { [field]: items } : {}),
  };
}
