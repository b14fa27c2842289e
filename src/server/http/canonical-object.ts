import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import { canonical } from '../../schema/canonical.ts';
import type { StructSchema } from '../../schema/schema.ts';

/** Returns the canonical form of an object that a client sent. */
export function canonicalObject(
  object: Readonly<Record<string, unknown>>,
  { group, version, kind }: GroupVersionKind,
  schema: StructSchema,
): ApiObject {
  const apiVersion = apiVersionOf(group, version);
  const isNamed = object.apiVersion === apiVersion && object.kind === kind;
  const written = canonical(isNamed ? object : { ...object, apiVersion, kind }, schema) as ApiObject;
  // An empty managedFields list is significant (see `isReset`), but its canonical form, absence, would lose it.
  const { managedFields } = (object.metadata ?? {}) as ApiObject['metadata'];
  if (managedFields?.length === 0) written.metadata.managedFields = managedFields;
  return written;
}
