import type { DefinedField } from './definition.ts';

/** A field with the facts that determine how Go writes it. */
export interface FieldDescription {
  readonly defined: DefinedField;
  /** The field's Kubernetes name. */
  readonly field: string;
  readonly required: boolean;
  /** Whether the definition is itself a kind. */
  readonly inKind: boolean;
  readonly type: 'scalar' | 'time' | 'struct' | 'any' | 'list' | 'map';
}

/** Reports whether Go holds the struct by value and therefore always writes it. */
const isValueStruct = ({ defined, field, inKind, type }: FieldDescription): boolean =>
  defined.byValue === true ||
  (inKind && (field === 'metadata' || (type === 'struct' && (field === 'spec' || field === 'status'))));

/** Reports whether Go holds the field by pointer. */
export function isPointer(description: FieldDescription): boolean {
  const { defined, required, type } = description;
  if (type === 'list' || type === 'map' || isValueStruct(description)) return false;
  return (type === 'struct' && !required) || defined.pointer === true;
}

/** Returns how Go writes the field when it is empty; see `Field.empty`. */
export function emptyOf(description: FieldDescription): 'omitted' | 'kept' | 'always' {
  const { defined, required, type } = description;
  if (required || isValueStruct(description)) return 'always';
  if (defined.empty) return defined.empty;
  if (type === 'list' || type === 'map') return 'omitted';
  if (isPointer(description)) return 'kept';
  return type === 'time' ? 'always' : type === 'any' ? 'kept' : 'omitted';
}
