import { type Difference, differenceOf, isZero, NOTHING, type Part } from './struct-difference/difference-tree.ts';
import { coreStruct, type GoType } from './struct-difference/go-struct-types.ts';
import {
  braces,
  ELLIPSIS,
  type Mode,
  render,
  type TextNode,
  type TextRecord,
  wrap,
} from './struct-difference/text-node.ts';
import { type TextOptions, valueText, withType } from './struct-difference/value-text.ts';

/** Number of equal members shown on each side of a difference. */
const CONTEXT = 2;

/**
 * Returns the differences between two values of a struct in the internal core package (`PodSpec`), as a go-cmp report.
 * go-cmp deliberately uses non-breaking spaces in half of all processes; this report never does.
 */
export function specDifference(struct: string, live: object, next: object): string {
  const difference = differenceOf(coreStruct(struct), live, next);
  return render(differenceText(difference, { mode: '?', types: 'always', level: 0 }));
}

function differenceText(difference: Difference, options: TextOptions): TextNode {
  const { mode } = options;
  const level = mode === '=' ? 1 : Math.max(options.level, 3);
  const { type, before, after, depth, parts } = difference;
  const own = { ...options, level };
  if (depth === 0) return valueText(mode === '-' ? before : after, type, own);
  if (type.kind === 'pointer') return wrap('&', parts[0] ? differenceText(parts[0].difference, own) : ELLIPSIS);
  const inner: TextOptions = { ...own, types: type.kind === 'struct' ? 'composite' : 'never', level: level - 1 };
  const text = mode === '?' ? changes(parts, type, inner) : members(difference, inner, level);
  return withType(type, text, own);
}

/** Returns one side of a value, without empty members of structs. */
function members({ type, parts }: Difference, options: TextOptions, level: number): TextNode {
  const most = options.mode === '=' ? 2 ** (level + 1) : 2 ** (level + 2);
  const shown = parts.filter(({ difference }) => {
    const value = options.mode === '-' ? difference.before : difference.after;
    return value !== NOTHING && (type.kind !== 'struct' || !isZero(value, difference.type));
  });
  const records = shown.map(({ key, difference }) => ({ key, value: differenceText(difference, options) }));
  return braces(records.length > most ? [...records.slice(0, most), { value: ELLIPSIS }] : records);
}

const NOUNS: Readonly<Partial<Record<GoType['kind'], readonly [string, string]>>> = {
  struct: ['field', 'fields'],
  list: ['element', 'elements'],
  map: ['entry', 'entries'],
};

/** Returns the differing parts with their context. */
function changes(parts: readonly Part[], { kind }: GoType, options: TextOptions): TextNode {
  const [one = '', many = ''] = NOUNS[kind] ?? [];
  const records: TextRecord[] = [];
  for (let start = 0; start < parts.length; ) {
    const isEqual = parts[start]?.difference.different === 0;
    let end = start;
    while (end < parts.length && (parts[end]?.difference.different === 0) === isEqual) end += 1;
    const run = parts.slice(start, end);
    if (isEqual) {
      const first = start === 0 ? 0 : Math.min(CONTEXT, run.length);
      const last = end === parts.length ? 0 : Math.min(CONTEXT, run.length - first);
      const hidden = run.length - first - last;
      const equal = run.map(({ key, difference }) => ({
        key,
        value: differenceText(difference, { ...options, mode: '=' }),
      }));
      // Hiding a single part would not shorten the report.
      if (hidden <= 1) records.push(...equal);
      else {
        const ellipsis = { value: ELLIPSIS, comment: `${hidden} identical ${hidden === 1 ? one : many}` };
        records.push(...equal.slice(0, first), ellipsis, ...equal.slice(run.length - last));
      }
    } else records.push(...run.flatMap((part) => change(part, options)));
    start = end;
  }
  return braces(records);
}

function change({ key, difference }: Part, options: TextOptions): TextRecord[] {
  // A chain that leads to one value is shown as a whole.
  if (difference.descendants !== difference.depth) return [{ key, value: differenceText(difference, options) }];
  const side = (mode: Mode & TextOptions['mode'], value: unknown): TextRecord[] =>
    value === NOTHING ? [] : [{ mode, key, value: differenceText(difference, { ...options, mode }) }];
  return [...side('-', difference.before), ...side('+', difference.after)];
}
