import { type Verbatim, valueText, verbatim } from '../api/field-error.ts';
import type { LabelSelector } from '../api/kinds/meta-v1.generated.ts';

/** Formats values like Go's %#v, for messages that show a whole struct. */
export const goStruct = (type: string, fields: Readonly<Record<string, unknown>>): Verbatim =>
  verbatim(
    `${type}{${Object.entries(fields)
      .map(([name, value]) => `${name}:${valueText(value)}`)
      .join(', ')}}`,
  );

export const goNil = (type: string): Verbatim => verbatim(`(*${type})(nil)`);

/** A non-nil pointer, which Go prints as its address. */
export const goPointer = (type: string): Verbatim => verbatim(`(*${type})(0xc000000000)`);

export const goSlice = (type: string, items: readonly unknown[] | null | undefined): Verbatim =>
  verbatim(items ? `[]${type}{${items.map(valueText).join(', ')}}` : `[]${type}(nil)`);

export const goStringMap = (map: Readonly<Record<string, string>> | null | undefined): Verbatim =>
  verbatim(map ? valueText(map) : 'map[string]string(nil)');

/** Formats bytes, or nil. */
export const goBytes = (bytes: Uint8Array | undefined): Verbatim =>
  verbatim(bytes ? `[]byte{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(', ')}}` : '[]byte(nil)');

/** Formats a selector; an undefined one is `"null"`. */
export function goLabelSelector(selector: LabelSelector | null | undefined): Verbatim | undefined {
  if (!selector) return undefined;
  const expressions = selector.matchExpressions?.map(({ key, operator, values }) =>
    goStruct('v1.LabelSelectorRequirement', { Key: key, Operator: operator, Values: goSlice('string', values) }),
  );
  return goStruct('v1.LabelSelector', {
    MatchLabels: goStringMap(selector.matchLabels),
    MatchExpressions: goSlice('v1.LabelSelectorRequirement', expressions),
  });
}

export type IntOrString = string | number;

export const goIntOrString = (value: IntOrString): Verbatim =>
  typeof value === 'number'
    ? goStruct('intstr.IntOrString', { Type: 0, IntVal: value, StrVal: '' })
    : goStruct('intstr.IntOrString', { Type: 1, IntVal: 0, StrVal: value });
