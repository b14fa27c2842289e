import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { isRecord } from '../../../api/object.ts';
import type { YamlEdit } from './yaml-documents.ts';

/** A merge of the server's changes into a text. */
export interface Merge {
  /** Server changes of fields that the text did not change. */
  readonly edits: readonly YamlEdit[];
  /** Fields that both changed differently: the text keeps its own values. */
  readonly overlaps: readonly string[];
}

/**
 * Merges the loaded, the written and the live object field by field. Lists are merged as one value unless they kept
 * their length.
 */
export function mergeEdits(
  loaded: unknown,
  written: unknown,
  live: unknown,
  path: readonly (string | number)[] = [],
): Merge {
  if (isEqualJson(loaded, live) || isEqualJson(written, live)) return { edits: [], overlaps: [] };
  const steps = sharedSteps(loaded, written, live);
  if (steps) {
    const parts = steps.map((step) => mergeEdits(at(loaded, step), at(written, step), at(live, step), [...path, step]));
    return { edits: parts.flatMap(({ edits }) => edits), overlaps: parts.flatMap(({ overlaps }) => overlaps) };
  }
  return isEqualJson(loaded, written)
    ? { edits: [{ path, value: live }], overlaps: [] }
    : { edits: [], overlaps: [path.join('.')] };
}

const at = (value: unknown, step: string | number): unknown => (value as Record<string | number, unknown>)[step];

/** Returns the members to merge one by one when all three have members. */
function sharedSteps(...values: readonly unknown[]): (string | number)[] | undefined {
  if (values.every(isRecord)) return [...new Set(values.flatMap((value) => Object.keys(value)))];
  const [first] = values;
  if (!Array.isArray(first)) return undefined;
  const isOneLength = values.every((value) => Array.isArray(value) && value.length === first.length);
  return isOneLength ? [...first.keys()] : undefined;
}
