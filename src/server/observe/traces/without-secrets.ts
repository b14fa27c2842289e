import type { AdmissionStep, RequestTrace, TracedChange } from '../../../api/debug/request-trace.ts';
import { writeJson } from '../../../api/encoding/exact-json.ts';
import { asGoWrites } from '../../../api/encoding/go-json.ts';
import { isRecord } from '../../../api/object.ts';
import { isSecret, REDACTED } from '../secret-resources.ts';

/** Paths that never contain secrets. */
const OPEN_PATH = /^\/metadata\/(labels|finalizers|ownerReferences|name|namespace)(\/|$)/;

/** Members of kubeconfigs, credentials and logins whose texts are secret. */
const SECRET_MEMBER =
  '(?:password|token|(?:access|refresh|id|auth)-?token|client-?secret|client-key-data|token-secret)';

/** Secret text in the JSON of a trace, and its replacement. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  // Keys and certificates as PEM, as base64 of PEM (also within other text), and signed tokens.
  [/-----BEGIN [A-Z0-9 ]+-----[^"]*?-----END [A-Z0-9 ]+-----/g, REDACTED],
  [/LS0tLS1CRUdJTi[A-Za-z0-9+/]+=*/g, REDACTED],
  [/eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REDACTED],
  // Values of Authorization headers.
  [/\b(authorization\W{1,8}(?:Bearer|Basic)) +[^\s"\\]+/gi, `$1 ${REDACTED}`],
  // Members of JSON, members of JSON within a text, and lines of YAML within a text.
  [new RegExp(`("${SECRET_MEMBER}":)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${REDACTED}"`],
  [new RegExp(`(\\\\"${SECRET_MEMBER}\\\\"\\s*:\\s*)\\\\"[^"]*?\\\\"`, 'gi'), `$1\\"${REDACTED}\\"`],
  [new RegExp(`((?<![\\w"-])${SECRET_MEMBER}: +)(?:\\\\"[^"]*?\\\\"|[^\\s"\\\\]+)`, 'gi'), `$1${REDACTED}`],
  // Bootstrap tokens, but not the names of events, which end in sixteen hexadecimal digits.
  [/\b[a-z0-9]{6}\.(?=[0-9a-f]*[g-z])[a-z0-9]{16}\b/g, REDACTED],
];

/**
 * Returns the JSON of a trace without secrets (secret data, tokens, certificates), safe for everyone who may list
 * traces.
 */
export function jsonWithoutSecrets(trace: RequestTrace): string {
  const visible = isSecret(trace.request) ? withoutObjects(trace) : trace;
  const json = writeJson(visible);
  return asGoWrites(CREDENTIALS.reduce((text, [pattern, masked]) => text.replace(pattern, masked), json));
}

function withoutObjects(trace: RequestTrace): RequestTrace {
  const { body: _, ...request } = trace.request;
  const { console: lines, ...visible } = trace;
  return {
    ...visible,
    request,
    admission: trace.admission.map(stepWithoutObjects),
    ...(lines ? { console: lines.map(() => REDACTED) } : {}),
  };
}

/** The console output and audit annotations of extensions may contain parts of the object. */
function stepWithoutObjects({
  patch,
  review,
  console: lines,
  auditAnnotations,
  ...step
}: AdmissionStep): AdmissionStep {
  const redacted = Object.keys(auditAnnotations ?? {}).map((key) => [key, REDACTED]);
  return {
    ...step,
    ...(lines ? { console: lines.map(() => REDACTED) } : {}),
    ...(auditAnnotations ? { auditAnnotations: Object.fromEntries(redacted) } : {}),
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
    ...(response === undefined ? {} : { response: replaced(response, 'response', ['patch', 'auditAnnotations']) }),
  };
}

function replaced(review: unknown, half: string, members: readonly string[]): unknown {
  const inner = isRecord(review) ? review[half] : undefined;
  if (!isRecord(review) || !isRecord(inner)) return REDACTED;
  const hidden = members.filter((member) => inner[member] !== undefined && inner[member] !== null);
  return { ...review, [half]: { ...inner, ...Object.fromEntries(hidden.map((member) => [member, REDACTED])) } };
}
