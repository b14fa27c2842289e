import { isRecord } from '../../api/object.ts';
import { sameValue } from './same-value.ts';

/** Fields with lists whose items are merged, and the field that identifies an item. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  ...{ containers: 'name', initContainers: 'name', ephemeralContainers: 'name', volumes: 'name', env: 'name' },
  ...{ volumeMounts: 'mountPath', volumeDevices: 'devicePath', imagePullSecrets: 'name', secrets: 'name' },
  ...{ hostAliases: 'ip', topologySpreadConstraints: 'topologyKey', conditions: 'type', ownerReferences: 'uid' },
  ...{ webhooks: 'name', addresses: 'type' },
};

/** Fields whose value, or whose items, lose the members that a changed value does not have, such as the settings of another strategy. */
const RETAINING_FIELDS: ReadonlySet<string> = new Set(['strategy', 'volumes']);

type Plain = Record<string, unknown>;

const mergeKeyOf = (field: string, items: readonly unknown[]): string | undefined => {
  if (field !== 'ports') return MERGE_KEYS[field];
  return items.some((item) => isRecord(item) && 'containerPort' in item) ? 'containerPort' : 'port';
};

/**
 * Returns the patch that brings the live object to the modified one and removes what only the original has, as client-side
 * apply sends it.
 * @param isStrategic merges lists by their keys; otherwise lists are replaced
 */
export function threeWayPatch(original: Plain, modified: Plain, current: Plain, isStrategic: boolean): Plain {
  const patch: Plain = {};
  for (const [name, wanted] of Object.entries(modified)) {
    const live = current[name];
    if (wanted === null || wanted === undefined) {
      if (live !== undefined && live !== null) patch[name] = null;
    } else if (isRecord(wanted) && isRecord(live)) {
      const before = original[name];
      const inner = threeWayPatch(isRecord(before) ? before : {}, wanted, live, isStrategic);
      if (Object.keys(inner).length > 0) patch[name] = isStrategic ? retaining(name, inner, wanted) : inner;
    } else if (!sameValue(wanted, live)) {
      if (Array.isArray(wanted) && Array.isArray(live) && isStrategic && hasKeys(name, wanted))
        addListPatch(patch, name, Array.isArray(original[name]) ? (original[name] as unknown[]) : [], wanted, live);
      else patch[name] = wanted;
    }
  }
  for (const name of Object.keys(original)) if (!(name in modified) && name in current) patch[name] = null;
  return patch;
}

/** Adds the directive that makes the server keep only the members of the wanted value. */
const retaining = (field: string, patch: Plain, wanted: Plain): Plain =>
  RETAINING_FIELDS.has(field) ? { $retainKeys: Object.keys(wanted).sort(), ...patch } : patch;

const hasKeys = (field: string, items: readonly unknown[]): boolean => {
  const key = mergeKeyOf(field, items);
  return key !== undefined && items.every((item) => isRecord(item) && key in item);
};

function addListPatch(
  patch: Plain,
  field: string,
  original: readonly unknown[],
  modified: readonly unknown[],
  current: readonly unknown[],
): void {
  const key = mergeKeyOf(field, modified) ?? '';
  const find = (items: readonly unknown[], value: unknown): Plain | undefined =>
    items.filter(isRecord).find((item) => item[key] === value);
  const items: Plain[] = [];
  for (const wanted of modified.filter(isRecord)) {
    const live = find(current, wanted[key]);
    const inner = live ? threeWayPatch(find(original, wanted[key]) ?? {}, wanted, live, true) : wanted;
    if (Object.keys(inner).length > 0)
      items.push({ [key]: wanted[key], ...(live ? retaining(field, inner, wanted) : inner) });
  }
  for (const item of original.filter(isRecord))
    if (!find(modified, item[key]) && find(current, item[key])) items.push({ $patch: 'delete', [key]: item[key] });
  if (items.length === 0) return;
  patch[`$setElementOrder/${field}`] = modified.filter(isRecord).map((item) => ({ [key]: item[key] }));
  patch[field] = items;
}
