import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { isRecord, parseApiVersion } from '../../api/object.ts';
import type { Status } from '../../api/status.ts';
import { decodeJson } from '../../schema/decoding/go-decoder.ts';
import { jsonSyntaxError, jsonTypeName } from '../../schema/json/json-syntax.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { yamlToJson } from '../../schema/yaml/yaml-to-json.ts';

/** The versions of reviews that the server sends and reads. */
export type ReviewVersion = 'v1' | 'v1beta1';

/** Returns the first supported version of a webhook; undefined when none is supported. */
export const reviewVersionOf = (versions: readonly string[] | null): ReviewVersion | undefined =>
  versions?.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');

/** The review that a webhook was sent. */
export interface ReviewKind {
  /** In the server's dialect. */
  readonly group: string;
  readonly kind: 'AdmissionReview' | 'ConversionReview';
  readonly version: ReviewVersion;
  readonly schema: StructSchema;
  readonly dialect: Dialect;
}

/** A webhook's review. A missing kind or version is empty. */
export interface ReceivedReview<T> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly response?: T;
}

const ENVELOPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
/** The source location that the real server names as the scheme of reviews. */
const SCHEME = kubernetesName('k8s.io/apiserver/pkg/util/webhook/client.go:69');

/**
 * Parses a webhook's response: JSON, or else YAML.
 * @throws Error with the real server's message, also for a Status of failure
 */
export function readReview<T>(body: string, expected: ReviewKind): ReceivedReview<T> {
  const text = body.trimStart().startsWith('{') ? body : yamlToJson(body).text;
  const parseError = (why: string): Error => new Error(`couldn't get version/kind; json parse error: ${why}`);
  const syntaxError = jsonSyntaxError(text);
  if (syntaxError) throw parseError(syntaxError);
  const type = jsonTypeName(text);
  if (type !== 'object') throw parseError(`json: cannot unmarshal ${type} into Go value of type ${ENVELOPE}`);
  const { apiVersion = '', kind = '' } = JSON.parse(text) as { apiVersion?: string; kind?: string };
  if (apiVersion === 'v1' && kind === 'Status') return readStatus(text);
  requireKnown(apiVersion, kind, expected);
  const { value } = decodeJson(text, expected.schema);
  return { ...(isRecord(value) ? value : {}), apiVersion, kind };
}

function readStatus<T>(text: string): ReceivedReview<T> {
  const { status, message = '' } = JSON.parse(text) as Partial<Status>;
  if (status !== 'Success') throw new Error(message);
  return {};
}

/** A missing kind or version defaults to that of the request. */
function requireKnown(apiVersion: string, kind: string, expected: ReviewKind): void {
  const { group, version, dialect } = expected;
  const actual = apiVersion === '' ? { group, version } : parseApiVersion(apiVersion);
  const isSpoken = actual.group === group && (actual.version === 'v1' || actual.version === 'v1beta1');
  if (!isSpoken || (kind || expected.kind) !== expected.kind) {
    const named = JSON.stringify(kind || expected.kind);
    const shown = JSON.stringify(apiVersion || `${group}/${version}`);
    throw new Error(`no kind ${named} is registered for version ${shown} in scheme "${dialect.rename(SCHEME)}"`);
  }
  if (actual.version === version) return;
  throw new Error(
    `converting (${actual.version}.${expected.kind}) to (${version}.${expected.kind}): unknown conversion`,
  );
}
