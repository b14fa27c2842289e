import { compareKeys } from '../../../api/encoding/utf8.ts';
import { quoted, type Verbatim, verbatim } from '../../../api/field-error.ts';
import { isRecord } from '../../../api/object.ts';
import { NULL_QUANTITY, parseQuantity, quantityGoText } from '../../../api/values/quantity.ts';
import { asSent } from '../../../schema/sent-amounts.ts';
import { isSentEmpty } from '../../../schema/sent-empties.ts';
import {
  type GoCollection,
  type GoField,
  type GoStruct,
  type GoType,
  internalPodSpec,
  memberOf,
  structOf,
  TIME,
} from './go-struct-types.ts';

/** Formats a value of a definition (`batch.v1.PodFailurePolicy`) like Go's %#v of the real server's internal struct. */
export const goValue = (definition: string, value: object): Verbatim =>
  verbatim(structText(value, structOf(definition)));

/** Formats an optional value; undefined is `"null"`, as in messages about a nil pointer. */
export const goOptional = (definition: string, value: object | null | undefined): Verbatim | undefined =>
  value ? goValue(definition, value) : undefined;

function valueText(value: unknown, type: GoType): string {
  const isNil = value === undefined || value === null;
  switch (type.kind) {
    case 'scalar':
      if (type === TIME) return timeText(value);
      return typeof value === 'string' ? quoted(value) : String(value ?? type.zero);
    case 'quantity':
      return quantityGoText(isNil ? NULL_QUANTITY : parseQuantity(String(value)));
    case 'pointer':
      return pointerText(isNil, type.element);
    case 'struct':
      return structText(value, type);
    default:
      return isNil ? `${type.name}(nil)` : collectionText(value, type);
  }
}

/** Go prints the address of a pointer; times print their value. */
function pointerText(isNil: boolean, element: GoType): string {
  if (element === TIME && isNil) return '<nil>';
  const name = 'name' in element ? element.name : 'resource.Quantity';
  return `(*${name})(${isNil ? 'nil' : '0xc000000000'})`;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

function timeText(value: unknown): string {
  const [year = 1, month = 1, ...rest] = typeof value === 'string' ? (value.match(/\d+/g) ?? []).map(Number) : [];
  const [day = 1, hour = 0, minute = 0, second = 0] = rest;
  const zone = typeof value === 'string' ? 'Local' : 'UTC';
  return `time.Date(${year}, time.${MONTHS[month - 1]}, ${day}, ${hour}, ${minute}, ${second}, 0, time.${zone})`;
}

function structText(value: unknown, type: GoStruct): string {
  const arranged = type.name === 'core.PodSpec' && isRecord(value) ? internalPodSpec(value) : value;
  const members = type
    .fields()
    .map(
      (field) =>
        `${field.name}:${valueText(memberOf(arranged, type, field) ?? sentEmpty(arranged, field), field.type)}`,
    );
  return `${type.name}{${members.join(', ')}}`;
}

/** Returns an empty list for a member that was sent as an empty list or map. */
const sentEmpty = (struct: unknown, { member }: GoField): readonly unknown[] | undefined =>
  member !== undefined && isRecord(struct) && isSentEmpty(struct, member) ? [] : undefined;

function collectionText(value: unknown, { name, element }: GoCollection): string {
  const items = Array.isArray(value)
    ? value.map((item) => valueText(item, element))
    : Object.entries(isRecord(value) ? value : {})
        .sort(compareKeys)
        .map(([key, item]) => `${quoted(key)}:${valueText(asSent(value, key, item), element)}`);
  return `${name}{${items.join(', ')}}`;
}
