import type { Dialect } from '../../api/dialect.ts';
import { ADMISSION_GROUP } from '../../api/kubernetes-names.ts';
import { parseApiVersion } from '../../api/object.ts';
import type { Status } from '../../api/status.ts';
import { type ReceivedReview, type ReviewVersion, readReview } from '../../outgoing/webhooks/read-review.ts';
import { ADMISSION_REVIEW } from './review-schema.ts';

/** The `response` of an AdmissionReview. */
export interface ReviewResponse {
  readonly uid?: string;
  readonly allowed?: boolean;
  readonly status?: Partial<Status>;
  /** Base64. */
  readonly patch?: string;
  readonly patchType?: string;
  readonly auditAnnotations?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[];
}

export type AnsweredReview = ReceivedReview<ReviewResponse>;

/** Parses a webhook's response. @throws Error with the real server's message, also for a Status of failure */
export const readReviewResponse = (body: string, version: ReviewVersion, dialect: Dialect): AnsweredReview =>
  readReview<ReviewResponse>(body, {
    ...{ group: dialect.rename(ADMISSION_GROUP), kind: 'AdmissionReview', version },
    ...{ schema: ADMISSION_REVIEW, dialect },
  });

/** Verifies the response to one request. @throws Error when it is invalid */
export function verifiedResponse(
  { apiVersion = '', kind = '', response }: AnsweredReview,
  { uid, version, mutates, dialect }: { uid: string; version: ReviewVersion; mutates: boolean; dialect: Dialect },
): ReviewResponse {
  if (!response) throw new Error('webhook response was absent');
  // v1beta1 has no requirements for the response.
  if (version === 'v1beta1') return mutates ? pinned(response) : withoutPatch(response);
  if (response.uid !== uid)
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`);
  const expected = `${dialect.rename(ADMISSION_GROUP)}/v1, Kind=AdmissionReview`;
  const { group, version: answered } = parseApiVersion(apiVersion);
  const actual = `${group}/${answered}, Kind=${kind}`;
  if (actual !== expected) throw new Error(`expected webhook response of ${expected}, got ${actual}`);
  if (mutates) verifyPatch(response);
  else rejectPatch(response);
  return response;
}

function verifyPatch({ patch, patchType }: ReviewResponse): void {
  if (patch && patchType === undefined) throw new Error('webhook returned response.patch but not response.patchType');
  if (!patch && patchType !== undefined) throw new Error('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw new Error('webhook returned invalid response.patchType of ""');
}

function rejectPatch({ patch, patchType }: ReviewResponse): void {
  if (patch) throw new Error('validating webhook may not return response.patch');
  if (patchType !== undefined) throw new Error('validating webhook may not return response.patchType');
}

const pinned = (response: ReviewResponse): ReviewResponse =>
  response.patch ? { ...response, patchType: 'JSONPatch' } : response;

function withoutPatch({ patch: _patch, patchType: _type, ...response }: ReviewResponse): ReviewResponse {
  return response;
}
