import type { Dialect } from '../api/dialect.ts';
import { parseJson } from '../api/encoding/exact-json.ts';
import { sortedGoJson } from '../api/encoding/go-json.ts';
import { utf8Length } from '../api/encoding/utf8.ts';
import { LAST_APPLIED_ANNOTATION } from '../api/kubernetes-names.ts';
import { type ApiObject, isRecord } from '../api/object.ts';
import type { StructSchema } from '../schema/schema.ts';
import { compareValues } from './comparison/compare.ts';
import type { FieldSet } from './field-set.ts';
import { toFieldSet } from './to-field-set.ts';
import { validateTyped } from './validate-typed.ts';

/** The manager that records its client-side applied configuration in an annotation. */
export const CLIENT_SIDE_APPLIER = 'kubectl';
/** Maximum size of all annotations of an object, in bytes. */
const MAXIMUM_ANNOTATIONS = 256 * 1024;

const annotationOf = (dialect: Dialect): string => dialect.rename(LAST_APPLIED_ANNOTATION);

/**
 * Returns the fields that the client-side applier owns by its annotation: applied fields that have not changed since.
 * Undefined when the annotation is missing or does not fit.
 */
export function fieldsLastApplied(
  live: ApiObject,
  apiVersion: string,
  schema: StructSchema,
  dialect: Dialect,
): FieldSet | undefined {
  const text = live.metadata.annotations?.[annotationOf(dialect)];
  if (!text) return undefined;
  const applied = parse(text);
  if (!applied || applied.apiVersion !== apiVersion || validateTyped(applied, schema).length > 0) return undefined;
  const { added, modified, removed } = compareValues(applied, live, schema);
  return toFieldSet(applied, schema).difference(modified).difference(added).difference(removed);
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the object with its last-applied annotation, if any, updated to the applied configuration. */
export function withLastApplied<T extends object>(object: T, applied: object, dialect: Dialect): T {
  const name = annotationOf(dialect);
  const { metadata } = object as { metadata?: ApiObject['metadata'] };
  if (metadata?.annotations?.[name] === undefined) return object;
  const annotations = { ...metadata.annotations, [name]: `${sortedGoJson(withoutAnnotation(applied, name))}\n` };
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(value), 0);
  if (size > MAXIMUM_ANNOTATIONS) delete annotations[name];
  return { ...object, metadata: { ...metadata, annotations } };
}

function withoutAnnotation(applied: object, name: string): object {
  const { metadata } = applied as { metadata?: ApiObject['metadata'] };
  if (!metadata?.annotations || !(name in metadata.annotations)) return applied;
  const { [name]: _, ...annotations } = metadata.annotations;
  return { ...applied, metadata: { ...metadata, annotations } };
}
