import { invalid } from '../../../api/field-error.ts';
import type { GroupVersionKind } from '../../../api/object.ts';
import { invalidObject } from '../../../api/status.ts';

/** A custom resource of another kind is no unreadable body but an invalid object. @throws StatusError 422 */
export function requireOwnKind(object: object, { group, kind }: GroupVersionKind): void {
  const { kind: given = '', metadata } = object as { kind?: string; metadata?: { name?: string } };
  if (given === kind) return;
  throw invalidObject({ group, kind: given }, metadata?.name ?? '', [invalid('kind', given, `must be ${kind}`)]);
}
