import type { AdmissionStep, RequestTrace, TracedChange } from '../../../api/debug/request-trace.ts';
import { isRecord } from '../../../api/object.ts';

export const REDACTED = '<redacted>';

/** Resources whose objects are secret except for their metadata. */
const SECRET_RESOURCES = new Set(['secrets', 'serviceaccounts/token', 'tokenreviews']);
/** Paths that never contain secrets. */
const OPEN_PATH = /^\/metadata\/(labels|finalizers|ownerReferences|name|namespace)(\/|$)/;

/** Keys and certificates as PEM, as base64 of PEM (also within other text), and signed tokens. */
const CREDENTIALS = [
  /-----BEGIN [A-Z0-9 ]+-----[^"]*?-----END [A-Z0-9 ]+-----/g,
  /LS0tLS1CRUdJTi[A-Za-z0-9+/]+=*/g,
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/**
 * Returns the JSON of a trace without secrets (secret data, tokens, certificates), safe for everyone who may list
 * traces.
 */
export function jsonWithoutSecrets(trace: RequestTrace): string {
  const { resource = '', subresource } = trace.request;
  const path = subresource ? `${resource}/${subresource}` : resource;
  const visible = SECRET_RESOURCES.has(path) ? withoutObjects(trace) : trace;
  return CREDENTIALS.reduce((text, pattern) => text.replace(pattern, REDACTED), JSON.stringify(visible));
}

function withoutObjects(trace: RequestTrace): RequestTrace {
  const { body: _, ...request } = trace.request;
  return { ...trace, request, admission: trace.admission.map(stepWithoutObjects) };
}

function stepWithoutObjects({ patch, review, ...step }: AdmissionStep): AdmissionStep {
  return {
    ...step,
    ...(patch ? { patch: patch.map(changeWithoutValue) } : {}),
    ...(review ? { review: reviewWithoutObjects(review) } : {}),
  };
}

const changeWithoutValue = ({ op, path, ...values }: TracedChange): TracedChange =>
  OPEN_PATH.test(path)
    ? { op, path, ...values }
    : { op, path, ...Object.fromEntries(Object.keys(values).map((key) => [key, REDACTED])) };

/** Removes the objects and the patch from both halves of an AdmissionReview. */
function reviewWithoutObjects({ request, response }: NonNullable<AdmissionStep['review']>) {
  return {
    request: replaced(request, 'request', ['object', 'oldObject']),
    ...(response === undefined ? {} : { response: replaced(response, 'response', ['patch']) }),
  };
}

function replaced(review: unknown, half: string, members: readonly string[]): unknown {
  const inner = isRecord(review) ? review[half] : undefined;
  if (!isRecord(review) || !isRecord(inner)) return REDACTED;
  const hidden = members.filter((member) => inner[member] !== undefined && inner[member] !== null);
  return { ...review, [half]: { ...inner, ...Object.fromEntries(hidden.map((member) => [member, REDACTED])) } };
}
