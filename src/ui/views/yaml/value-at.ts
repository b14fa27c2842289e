import { isPair, isScalar, isSeq, type LineCounter, type Scalar, visit } from 'yaml';
import type { ApiObject } from '../../../api/object.ts';
import { objectOf, readDocuments } from './yaml-documents.ts';

/** A plain value in a text. */
export interface ValueAt {
  /** The object that contains the value. */
  readonly object: ApiObject;
  readonly path: readonly (string | number)[];
  /** The value; empty for a key without a value. */
  readonly value: string;
  readonly scalar: Scalar;
  /** Offsets of the value in the text. */
  readonly start: number;
  readonly end: number;
}

/** Returns the plain value at an offset of a text, or the place of the missing value of a key; undefined elsewhere. */
export function valueAt(text: string, offset: number): ValueAt | undefined {
  const { documents, lines } = readDocuments(text);
  for (const document of documents) {
    const object = objectOf(document);
    let found: ValueAt | undefined;
    visit(document, {
      Scalar(key, scalar, ancestors) {
        if (key === 'key' || found || !object) return undefined;
        const place = placeOf(scalar, ancestors, { text, offset, lines });
        if (!place) return undefined;
        const value = scalar.value === null ? '' : String(scalar.value);
        found = { object, path: pathOf([...ancestors, scalar]), value, scalar, ...place };
        return visit.BREAK;
      },
    });
    if (found) return found;
  }
  return undefined;
}

/** Returns the object and the path of the key at an offset of a text; undefined elsewhere. */
export function keyAt(text: string, offset: number): Pick<ValueAt, 'object' | 'path'> | undefined {
  for (const document of readDocuments(text).documents) {
    const object = objectOf(document);
    let found: Pick<ValueAt, 'object' | 'path'> | undefined;
    visit(document, {
      Scalar(key, { range }, ancestors) {
        if (key !== 'key' || !object || !range || offset < range[0] || offset > range[1]) return undefined;
        found = { object, path: pathOf(ancestors) };
        return visit.BREAK;
      },
    });
    if (found) return found;
  }
  return undefined;
}

interface Cursor {
  readonly text: string;
  readonly offset: number;
  readonly lines: LineCounter;
}

/** Returns the offsets of a value when the cursor is in it, or in the empty rest of the line of its key. */
function placeOf(
  { range, value }: Scalar,
  ancestors: readonly unknown[],
  { text, offset, lines }: Cursor,
): { readonly start: number; readonly end: number } | undefined {
  if (!range) return undefined;
  const [start, end] = range;
  if (value !== null || end > start) return start <= offset && offset <= end ? { start, end } : undefined;
  const pair = ancestors.at(-1);
  const keyEnd = isPair(pair) && isScalar(pair.key) ? pair.key.range?.[1] : undefined;
  if (keyEnd === undefined || offset <= keyEnd || lines.linePos(keyEnd).line !== lines.linePos(offset).line)
    return undefined;
  return /^: +$/.test(text.slice(keyEnd, offset)) ? { start: offset, end: offset } : undefined;
}

/** Returns the path of the last of some nested nodes. */
function pathOf(nodes: readonly unknown[]): (string | number)[] {
  return nodes.flatMap((node, index): (string | number)[] => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : node.key)];
    return isSeq(node) ? [node.items.indexOf(nodes[index + 1])] : [];
  });
}
