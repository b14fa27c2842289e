import { type ApiObject, apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import { canonical, canonicalOnce } from '../../schema/canonical.ts';
import type { StructSchema } from '../../schema/schema.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the canonical form of an object that a client sent.
 * @param written an object in canonical form; members that `object` shares with it become part of the result
 */
export const canonicalObject = (
  object: Members,
  kind: GroupVersionKind,
  schema: StructSchema,
  written?: Members,
): ApiObject => withSentManagers(canonical(ofKind(object, kind), schema, written) as ApiObject, object);

/** Like `canonicalObject`, but takes ownership of the object: its parts may become parts of the result. */
export const takeCanonicalObject = (object: Members, kind: GroupVersionKind, schema: StructSchema): ApiObject =>
  withSentManagers(canonicalOnce(ofKind(object, kind), schema) as ApiObject, object);

function ofKind(object: Members, { group, version, kind }: GroupVersionKind): Members {
  const apiVersion = apiVersionOf(group, version);
  return object.apiVersion === apiVersion && object.kind === kind ? object : { ...object, apiVersion, kind };
}

/** An empty managedFields list is significant (see `isReset`), but its canonical form, absence, would lose it. */
function withSentManagers(written: ApiObject, { metadata }: Members): ApiObject {
  const { managedFields } = (metadata ?? {}) as ApiObject['metadata'];
  if (managedFields?.length === 0) written.metadata.managedFields = managedFields;
  return written;
}
