import { type Verbatim, valueText, verbatim } from '../api/field-error.ts';
import type { LabelSelector, ObjectMeta } from '../api/kinds/meta-v1.generated.ts';
import { isSentEmpty } from '../schema/sent-empties.ts';
import { goOptional } from './core/struct-difference/go-value.ts';

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

/** Formats the labels of a template, which Go distinguishes from empty labels when they are absent. */
export const goTemplateLabels = (metadata: ObjectMeta | undefined): Verbatim =>
  goStringMap(metadata && isSentEmpty(metadata, 'labels') ? {} : metadata?.labels);

/** Formats bytes, or nil. Within a struct, Go names their type `[]uint8`. */
export const goBytes = (bytes: Uint8Array | undefined, type = '[]byte'): Verbatim =>
  verbatim(bytes ? `${type}{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(', ')}}` : `${type}(nil)`);

/** Formats a selector; an undefined one is `"null"`. */
export const goLabelSelector = (selector: LabelSelector | null | undefined): Verbatim | undefined =>
  goOptional('meta.v1.LabelSelector', selector);

export type IntOrString = string | number;

export const goIntOrString = (value: IntOrString): Verbatim =>
  typeof value === 'number'
    ? goStruct('intstr.IntOrString', { Type: 0, IntVal: value, StrVal: '' })
    : goStruct('intstr.IntOrString', { Type: 1, IntVal: 0, StrVal: value });
