import { compareKeys } from '../../../api/encoding/utf8.ts';
import { quoted } from '../../../api/field-error.ts';
import { isRecord } from '../../../api/object.ts';
import { asSent } from '../../../schema/sent-amounts.ts';
import { isNil, isZero, quantityOf } from './difference-tree.ts';
import { type GoCollection, type GoStruct, type GoType, memberOf } from './go-struct-types.ts';
import { braces, ELLIPSIS, line, NIL, type TextNode, type TextRecord, wrap } from './text-node.ts';

/** Which part of a value is shown, and how much of it. */
export interface TextOptions {
  /** `?`: differences; `=`: as equal; `-` and `+`: only one side. */
  readonly mode: '?' | '=' | '-' | '+';
  /** Whether types are shown: always, never, or only those of structs, lists and maps that are not equal. */
  readonly types: 'always' | 'never' | 'composite';
  /** Higher levels show more; see `mostMembers`. */
  readonly level: number;
}

/** Returns how many members of a value are shown before an ellipsis. */
const mostMembers = (level: number): number => (level <= 0 ? 0 : 2 ** (level + 1));

/** Returns a text with the name of its type, if types are shown. */
export function withType(type: GoType, text: TextNode, { mode, types }: TextOptions): TextNode {
  const isComposite = type.kind === 'struct' || type.kind === 'list' || type.kind === 'map' || type.kind === 'quantity';
  if (types === 'never' || !isComposite || text === NIL || (types === 'composite' && mode === '=')) return text;
  return wrap(type.kind === 'quantity' ? 'resource.Quantity' : type.name, text);
}

/** Returns the text of a value without a comparison. */
export function valueText(value: unknown, type: GoType, options: TextOptions): TextNode {
  switch (type.kind) {
    case 'scalar':
      return scalarText(value, type.zero, options);
    case 'pointer': {
      if (value === undefined || value === null) return NIL;
      return wrap('&', valueText(value, type.element, options));
    }
    case 'quantity':
      return withType(type, quantityText(value, options), options);
    case 'struct':
      return withType(type, structText(value, type, options), options);
    default:
      return isNil(value) ? NIL : withType(type, collectionText(value, type, options), options);
  }
}

function scalarText(value: unknown, zero: unknown, { level }: TextOptions): TextNode {
  if (typeof value !== 'string') return line(String(value || zero));
  const most = 32 * 2 ** Math.max(level, 0);
  return line(value.length > most + 3 ? `${goString(value.slice(0, most))}...` : goString(value));
}

/** Returns a quoted string, with backquotes if that avoids escapes. */
function goString(text: string): string {
  const inQuotes = quoted(text);
  if (inQuotes.length === text.length + 2) return inQuotes;
  return /[`\n]|[^\t\P{C}]/u.test(text) ? inQuotes : `\`${text}\``;
}

function limited(records: readonly TextRecord[], level: number): TextNode {
  const most = mostMembers(level);
  return braces(records.length > most ? [...records.slice(0, most), { value: ELLIPSIS }] : records);
}

function structText(value: unknown, type: GoStruct, options: TextOptions): TextNode {
  const inner: TextOptions = { ...options, types: 'composite', level: options.level - 1 };
  const records = type.fields().flatMap((field) => {
    const member = memberOf(value, type, field);
    return isZero(member, field.type) ? [] : [{ key: field.name, value: valueText(member, field.type, inner) }];
  });
  return limited(records, options.level);
}

function collectionText(value: unknown, { element, keyPrefix = '' }: GoCollection, options: TextOptions): TextNode {
  const inner: TextOptions = { ...options, types: 'never', level: options.level - 1 };
  const records = Array.isArray(value)
    ? value.map((item) => ({ value: valueText(item, element, inner) }))
    : Object.entries(isRecord(value) ? value : {})
        .sort(compareKeys)
        .map(([key, item]) => ({
          key: keyPrefix + JSON.stringify(key),
          value: valueText(asSent(value, key, item), element, inner),
        }));
  return limited(records, options.level);
}

/** Returns the members of Go's Quantity struct. */
function quantityText(value: unknown, { mode, level }: TextOptions): TextNode {
  const { unscaled, scale, text, format } = quantityOf(value);
  const amount = limited(
    [
      ...(unscaled === 0n ? [] : [{ key: 'value', value: line(String(unscaled)) }]),
      ...(scale === 0 ? [] : [{ key: 'scale', value: line(String(scale)) }]),
    ],
    level - 1,
  );
  const isZeroAmount = unscaled === 0n && scale === 0;
  return limited(
    [
      ...(isZeroAmount ? [] : [{ key: 'i', value: mode === '=' ? amount : wrap('resource.int64Amount', amount) }]),
      ...(text ? [{ key: 's', value: line(quoted(text)) }] : []),
      ...(format ? [{ key: 'Format', value: line(quoted(format)) }] : []),
    ],
    level,
  );
}
