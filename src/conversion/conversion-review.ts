import type { Dialect } from '../api/dialect.ts';
import { goJson } from '../api/encoding/go-json.ts';
import { API_EXTENSIONS_GROUP } from '../api/kubernetes-names.ts';
import { type ApiObject, apiVersionOf, parseApiVersion } from '../api/object.ts';
import type { Status } from '../api/status.ts';
import { type ReceivedReview, type ReviewVersion, readReview } from '../outgoing/webhooks/read-review.ts';
import type { Field, Schema, StructSchema } from '../schema/schema.ts';

interface ConversionResponse {
  readonly uid?: string;
  /** Null or not objects when the webhook is wrong. */
  readonly convertedObjects?: readonly unknown[] | null;
  readonly result?: Partial<Status>;
}

const KIND = 'ConversionReview';

/** Schemas of ConversionReview, which is not a resource and not part of the server's OpenAPI documents. */
const struct = (name: string, fields: Readonly<Record<string, Schema>>): StructSchema => ({
  kind: 'struct',
  name: `apiextensions.v1.${name}`,
  mapType: 'granular',
  fields: new Map(Object.entries(fields).map(([key, schema]) => [key, field(schema)])),
});
const field = (schema: Schema): Field => ({ schema, required: false, empty: 'omitted' });
const TEXT: Schema = { kind: 'scalar', type: 'string' };
const ANY: Schema = { kind: 'any' };

const SCHEMA = struct(KIND, {
  request: ANY,
  response: struct('ConversionResponse', {
    uid: TEXT,
    convertedObjects: { kind: 'list', listType: 'atomic', listMapKeys: [], items: ANY },
    result: struct('Status', { status: TEXT, message: TEXT, metadata: ANY, reason: TEXT, details: ANY, code: ANY }),
  }),
});

/** Returns a review as JSON, with its members in the server's order and its empty response. */
export const conversionReview = (
  { version, uid, dialect }: { version: ReviewVersion; uid: string; dialect: Dialect },
  objects: readonly ApiObject[],
  desiredAPIVersion: string,
): string =>
  goJson({
    kind: KIND,
    apiVersion: apiVersionOf(dialect.rename(API_EXTENSIONS_GROUP), version),
    request: { uid, desiredAPIVersion, objects },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });

/** Parses the response to a review. @throws Error with the real server's message */
export const readConversionReview = (
  body: string,
  version: ReviewVersion,
  dialect: Dialect,
): ReceivedReview<ConversionResponse> =>
  readReview<ConversionResponse>(body, {
    ...{ group: dialect.rename(API_EXTENSIONS_GROUP), kind: KIND, version, schema: SCHEMA, dialect },
  });

/**
 * Returns the converted objects of a review. v1beta1 has no requirements for its kind and uid.
 * @throws Error with the real server's message when the conversion failed
 */
export function convertedObjectsOf(
  { apiVersion = '', kind = '', response }: ReceivedReview<ConversionResponse>,
  { version, uid, dialect }: { version: ReviewVersion; uid: string; dialect: Dialect },
): readonly unknown[] {
  if (version === 'v1') {
    const expected = `${dialect.rename(API_EXTENSIONS_GROUP)}/v1, Kind=${KIND}`;
    const { group, version: answered } = parseApiVersion(apiVersion);
    const actual = `${group}/${answered}, Kind=${kind}`;
    if (actual !== expected) throw new Error(`expected webhook response of ${expected}, got ${actual}`);
  }
  if (!response) throw new Error('no response provided');
  const { status = '', message = '' } = response.result ?? {};
  if (version === 'v1' && response.uid !== uid)
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`);
  if (status !== 'Success') throw new Error(message || `response.result.status was '${status}', not 'Success'`);
  return response.convertedObjects ?? [];
}
