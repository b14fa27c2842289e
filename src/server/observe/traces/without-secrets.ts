import type { AdmissionStep, RequestTrace, TracedChange } from '../../../api/debug/request-trace.ts';
import { isRecord } from '../../../api/object.ts';

export const REDACTED = '<redacted>';

/** Resources whose objects are secret but for their metadata. */
const SECRET_RESOURCES = new Set(['secrets', 'serviceaccounts/token', 'tokenreviews']);
/** What never tells a secret. */
const OPEN_PATH = /^\/metadata\/(labels|finalizers|ownerReferences|name|namespace)(\/|$)/;

/** Keys and certificates as PEM, as base64 of PEM (also inside other texts), and signed tokens. */
const CREDENTIALS = [
  /-----BEGIN [A-Z0-9 ]+-----[^"]*?-----END [A-Z0-9 ]+-----/g,
  /LS0tLS1CRUdJTi[A-Za-z0-9+/]+=*/g,
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];

/** JSON text of a trace that anybody may see who may list traces: no data of secrets, no token, no certificate. */
export function jsonWithoutSecrets(trace: RequestTrace): string {
  const { resource = '', subresource } = trace.request;
  const path = subresource ? `${resource}/${subresource}` : resource;
  const told = SECRET_RESOURCES.has(path) ? withoutObjects(trace) : trace;
  return CREDENTIALS.reduce((text, pattern) => text.replace(pattern, REDACTED), JSON.stringify(told));
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

/** Both halves of an AdmissionReview without the objects and the patch. */
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
