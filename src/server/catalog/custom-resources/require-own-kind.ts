import { invalid } from '../../../api/field-error.ts';
import type { GroupVersionKind } from '../../../api/object.ts';
import { invalidObject } from '../../../api/status.ts';

/**
 * Requires the kind of the custom resource. Another kind results in an invalid object instead of a decoding error.
 * @throws StatusError 422
 */
export function requireOwnKind(object: object, { group, kind }: GroupVersionKind): void {
  const { kind: given = '', metadata } = object as { kind?: string; metadata?: { name?: string } };
  if (given === kind) return;
  throw invalidObject({ group, kind: given }, metadata?.name ?? '', [invalid('kind', given, `must be ${kind}`)]);
}
