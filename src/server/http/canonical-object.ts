import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import { canonical } from '../../schema/canonical.ts';
import type { StructSchema } from '../../schema/schema.ts';

/** What a client sent, in the server's form. */
export function canonicalObject(
  object: Readonly<Record<string, unknown>>,
  { group, version, kind }: GroupVersionKind,
  schema: StructSchema,
): ApiObject {
  const written = canonical({ ...object, apiVersion: apiVersionOf(group, version), kind }, schema) as ApiObject;
  // An empty list says something here (see `isReset`), which its one form, absence, does not.
  const { managedFields } = (object.metadata ?? {}) as ApiObject['metadata'];
  if (managedFields?.length === 0) written.metadata.managedFields = managedFields;
  return written;
}
