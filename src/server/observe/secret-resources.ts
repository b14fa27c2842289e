import { isRecord } from '../../api/object.ts';
import type { RequestInfo } from '../../api/request-info.ts';

export const REDACTED = '<redacted>';

/** Resources whose objects are secret except for their metadata. Trials of admission contain other objects. */
const SECRET_RESOURCES: ReadonlySet<string> = new Set([
  'secrets',
  'serviceaccounts/token',
  'tokenreviews',
  'admissiontrials',
]);

/** Reports whether the objects of a request are secret. */
export const isSecret = ({
  resource = '',
  subresource,
}: Partial<Pick<RequestInfo, 'resource' | 'subresource'>>): boolean =>
  SECRET_RESOURCES.has(subresource ? `${resource}/${subresource}` : resource);

/** Members of objects whose values are secret: of Secrets, of the specs and statuses of tokens, and of trials. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set(['data', 'stringData', 'token', 'objects', 'body', 'response']);
/** Members that contain others. Of a JSON patch, each operation has a `value`. */
const OPEN_MEMBERS: ReadonlySet<string> = new Set(['spec', 'status', 'items', 'object', 'request']);

/** Returns an object, list or patch of a secret resource without its secret values: their keys stay. */
export function withoutSecretValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretValues);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visibleMember(key, member, value)]));
}

function visibleMember(key: string, member: unknown, holder: Readonly<Record<string, unknown>>): unknown {
  if (SECRET_MEMBERS.has(key)) return redacted(member);
  if (key === 'value' && 'op' in holder) return REDACTED;
  if (OPEN_MEMBERS.has(key)) return withoutSecretValues(member);
  // Clients copy the whole object into an annotation.
  if (key === 'metadata' && isRecord(member) && isRecord(member.annotations))
    return { ...member, annotations: redacted(member.annotations) };
  return member;
}

/** Keeps the keys of a map, such as the data of a Secret, which errors and field managers also name. */
function redacted(value: unknown): unknown {
  if (!isRecord(value)) return value === null ? null : REDACTED;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, member === null ? null : REDACTED]));
}
