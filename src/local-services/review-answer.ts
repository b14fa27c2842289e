import { changesBetween } from '../api/debug/changes-between.ts';
import { textBase64 } from '../api/encoding/base64.ts';
import { isRecord } from '../api/object.ts';

/** A review with a request. */
export interface ReviewRequest {
  readonly apiVersion: string;
  readonly kind: 'AdmissionReview' | 'ConversionReview';
  readonly request: Readonly<Record<string, unknown>> & { readonly uid: string };
}

/** Members that a handler may return; see `src/api/local-service.ts`. */
const MEMBERS = new Set(['allowed', 'message', 'code', 'reason', 'warnings', 'auditAnnotations', 'object', 'patch']);

/** Returns the review's response for the handler's return value. @throws Error when the value is invalid */
export function reviewAnswer({ apiVersion, kind, request }: ReviewRequest, returned: unknown): object {
  if (isRecord(returned) && returned.kind === kind) return returned;
  const answer = kind === 'ConversionReview' ? conversionOf(returned) : decisionOf(request.object, returned);
  return { apiVersion, kind, response: { uid: request.uid, ...answer } };
}

/** A handler returns the list of converted objects, or the message of a failure. */
function conversionOf(returned: unknown): object {
  if (Array.isArray(returned)) return { convertedObjects: returned, result: { status: 'Success' } };
  if (isRecord(returned) && typeof returned.message === 'string')
    return { convertedObjects: [], result: { status: 'Failed', message: returned.message } };
  throw new Error(`the handler returned ${JSON.stringify(returned)}, which is not a list of converted objects`);
}

function decisionOf(object: unknown, returned: unknown): object {
  if (returned === null || typeof returned === 'boolean') return { allowed: returned ?? true };
  if (!isRecord(returned)) throw new Error(`the handler returned ${JSON.stringify(returned)}, which is not a decision`);
  const unknown = Object.keys(returned).find((member) => !MEMBERS.has(member));
  if (unknown !== undefined)
    throw new Error(
      `the handler returned the unknown member "${unknown}"; valid members are ${[...MEMBERS].join(', ')}`,
    );
  const { allowed, message, code, reason, warnings, auditAnnotations } = returned;
  const patch = 'object' in returned ? patchBetween(object, returned.object) : returned.patch;
  // Without `allowed`, a message, code or reason implies a denial.
  const isDenied = allowed === undefined ? [message, code, reason].some((one) => one !== undefined) : !allowed;
  return {
    allowed: !isDenied,
    ...(isDenied ? { status: { message, code, reason } } : {}),
    ...(warnings === undefined ? {} : { warnings }),
    ...(auditAnnotations === undefined ? {} : { auditAnnotations }),
    ...(patch === undefined || (Array.isArray(patch) && patch.length === 0)
      ? {}
      : { patchType: 'JSONPatch', patch: textBase64(JSON.stringify(patch)) }),
  };
}

const patchBetween = (before: unknown, after: unknown): object[] =>
  changesBetween(before, after).map(({ before: _, ...operation }) => operation);
