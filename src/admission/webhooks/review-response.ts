import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { ADMISSION_GROUP } from '../../api/kubernetes-names.ts';
import { isRecord, parseApiVersion } from '../../api/object.ts';
import type { Status } from '../../api/status.ts';
import { decodeJson } from '../../schema/decoding/go-decoder.ts';
import { jsonSyntaxError, jsonTypeName } from '../../schema/json/json-syntax.ts';
import { yamlToJson } from '../../schema/yaml/yaml-to-json.ts';
import type { ReviewVersion } from './review-request.ts';
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

export interface AnsweredReview {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly response?: ReviewResponse;
}

const ENVELOPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
/** The source location that the real server names as the scheme of reviews. */
const SCHEME = kubernetesName('k8s.io/apiserver/pkg/util/webhook/client.go:69');

/**
 * Parses a webhook's response: JSON, or else YAML.
 * @throws Error with the real server's message, also for a Status of failure
 */
export function readReviewResponse(body: string, requested: ReviewVersion, dialect: Dialect): AnsweredReview {
  const text = body.trimStart().startsWith('{') ? body : yamlToJson(body).text;
  const parseError = (why: string): Error => new Error(`couldn't get version/kind; json parse error: ${why}`);
  const syntaxError = jsonSyntaxError(text);
  if (syntaxError) throw parseError(syntaxError);
  const type = jsonTypeName(text);
  if (type !== 'object') throw parseError(`json: cannot unmarshal ${type} into Go value of type ${ENVELOPE}`);
  const { apiVersion = '', kind = '' } = JSON.parse(text) as { apiVersion?: string; kind?: string };
  if (apiVersion === 'v1' && kind === 'Status') return readStatus(text);
  requireKnown(apiVersion, kind, requested, dialect);
  const { value } = decodeJson(text, ADMISSION_REVIEW);
  return { ...(isRecord(value) ? value : {}), apiVersion, kind };
}

function readStatus(text: string): AnsweredReview {
  const { status, message = '' } = JSON.parse(text) as Partial<Status>;
  if (status !== 'Success') throw new Error(message);
  return {};
}

/** A missing kind or version defaults to that of the request. */
function requireKnown(apiVersion: string, kind: string, requested: ReviewVersion, dialect: Dialect): void {
  const group = dialect.rename(ADMISSION_GROUP);
  const actual = apiVersion === '' ? { group, version: requested } : parseApiVersion(apiVersion);
  const isSpoken = actual.group === group && (actual.version === 'v1' || actual.version === 'v1beta1');
  if (!isSpoken || (kind || 'AdmissionReview') !== 'AdmissionReview') {
    const named = JSON.stringify(kind || 'AdmissionReview');
    const version = JSON.stringify(apiVersion || `${group}/${requested}`);
    throw new Error(`no kind ${named} is registered for version ${version} in scheme "${dialect.rename(SCHEME)}"`);
  }
  if (actual.version === requested) return;
  throw new Error(
    `converting (${actual.version}.AdmissionReview) to (${requested}.AdmissionReview): unknown conversion`,
  );
}

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
