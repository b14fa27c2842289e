import { memberOf, setMember } from '../api/object.ts';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../schema/schema.ts';
import type { PathElement } from './field-path.ts';
import {
  ANY,
  asList,
  asMap,
  DEFAULT_SHAPE,
  isAtomic,
  isEmptyMap,
  listElement,
  memberSchema,
  shapeOf,
} from './typed-value.ts';

/**
 * Merges an applied value into the live one. An applied null does not remove non-empty maps and lists. The result may
 * share parts with both.
 */
export function mergeValues(live: unknown, applied: unknown, schema: Schema): unknown {
  const shape = shapeOf(schema, applied) ?? DEFAULT_SHAPE;
  if (shape.kind === 'scalar') return applied === undefined ? live : applied;
  if (shape.kind === 'map') return mergeMaps(live, applied, shape.schema);
  return mergeLists(live, applied, shape.schema);
}

function mergeMaps(live: unknown, applied: unknown, schema: MapSchema | StructSchema): unknown {
  const [left, right] = [asMap(live), asMap(applied)];
  if (isAtomic(schema) || (isEmptyMap(left) && isEmptyMap(right))) return applied === undefined ? live : applied;
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const value = mergeValues(memberOf(left, name), memberOf(right, name), memberSchema(schema, name) ?? ANY);
    if (value !== undefined) setMember(merged, name, value);
  }
  return merged;
}

function mergeLists(live: unknown, applied: unknown, schema: ListSchema): unknown {
  const [left, right] = [asList(live) ?? [], asList(applied) ?? []];
  if (isAtomic(schema) || (left.length === 0 && right.length === 0)) return applied === undefined ? live : applied;
  const [before, wanted] = [indexed(left, schema), indexed(right, schema)];
  return mergedOrder([...before.keys()], [...wanted.keys()]).map((element) =>
    mergeValues(before.get(element), wanted.get(element), schema.items),
  );
}

const indexed = (list: readonly unknown[], schema: ListSchema): Map<PathElement, unknown> =>
  new Map(list.map((item) => [listElement(schema, item), item]));

/**
 * Merges the order of two lists: applied elements in applied order; live-only elements keep their place before the
 * applied element that followed them.
 */
export function mergedOrder(live: readonly PathElement[], applied: readonly PathElement[]): PathElement[] {
  const [isLive, isApplied] = [new Set(live), new Set(applied)];
  const shared = applied.filter((element) => isLive.has(element));
  const merged: PathElement[] = [];
  let [fromLive, fromApplied, nextShared] = [0, 0, 0];
  while (fromLive < live.length || fromApplied < applied.length) {
    const [old, wanted] = [live[fromLive], applied[fromApplied]];
    if (old !== undefined && old === wanted) {
      merged.push(old);
      fromLive++;
      fromApplied++;
      nextShared++;
    } else if (old !== undefined && !isApplied.has(old)) {
      merged.push(old);
      fromLive++;
    } else if (old !== undefined && wanted !== undefined && nextShared < shared.length && shared[nextShared] !== old) {
      fromLive++; // added later, at its applied position
    } else if (wanted !== undefined) {
      merged.push(wanted);
      fromApplied++;
      if (shared[nextShared] === wanted) nextShared++;
    } else {
      fromLive++;
    }
  }
  return merged;
}
