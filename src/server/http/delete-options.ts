import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { writeJson } from '../../api/encoding/exact-json.ts';
import { utf8Text } from '../../api/encoding/utf8.ts';
import { errorText } from '../../api/error-text.ts';
import { type FieldError, invalid, notSupported } from '../../api/field-error.ts';
import { META_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import { isRecord } from '../../api/object.ts';
import { invalidObject, plainError, StatusError } from '../../api/status.ts';
import type { Steps } from '../../api/steps.ts';
import { DecodeError, decodeJsonInSteps } from '../../schema/decoding/go-decoder.ts';
import { jsonTypeName, parseLikeGo } from '../../schema/json/json-syntax.ts';
import { decodeProtobuf } from '../../schema/protobuf/protobuf.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { YamlError, yamlToJsonInSteps } from '../../schema/yaml/yaml-to-json.ts';
import type { ServerContext } from '../context/server-context.ts';
import { inSlices, slicesOfLarge } from '../objects/slices.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { isTrue, readInteger } from './query-parameter.ts';
import { objectFormat, readBody } from './read-body.ts';
import { dryRunErrors, dryRunValues } from './write-options.ts';

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  readonly orphanDependents?: boolean;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  /** The options as admission plugins see them. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const DELETE_OPTIONS = { group: '', version: 'v1', kind: 'DeleteOptions' };
const POLICIES = ['Foreground', 'Background', 'Orphan'];

/** Reads the options of a delete from its body, or from its query when there is no body. */
export async function readDeleteOptions(
  request: ApiRequest,
  url: RequestUrl,
  { dialect, schemas, clock }: Pick<ServerContext, 'dialect' | 'schemas' | 'clock'>,
): Promise<DeleteOptions> {
  const schema = schemas.schemaOf(DELETE_OPTIONS);
  if (!schema) throw new Error('there is no definition of DeleteOptions');
  const bytes = await readBody(request);
  if (bytes.length === 0) return deleteOptionsOf(fromQuery(url.searchParams, dialect), dialect);
  const raw = await inSlices(fromBody(request, bytes, schema, dialect), slicesOfLarge(bytes.length, clock));
  return deleteOptionsOf(raw, dialect);
}

/** Validates options. @throws StatusError 422 */
export function deleteOptionsOf(raw: Readonly<Record<string, unknown>>, dialect: Dialect): DeleteOptions {
  const errors = validateDeleteOptions(raw, dialect);
  if (errors.length) throw invalidObject({ group: dialect.rename(META_GROUP), kind: 'DeleteOptions' }, '', errors);
  const preconditions = isRecord(raw.preconditions) ? raw.preconditions : {};
  return {
    dryRun: Array.isArray(raw.dryRun) && raw.dryRun.length > 0,
    ...(raw.gracePeriodSeconds == null ? {} : { gracePeriodSeconds: raw.gracePeriodSeconds as number }),
    ...(typeof raw.propagationPolicy === 'string'
      ? { propagationPolicy: raw.propagationPolicy as PropagationPolicy }
      : {}),
    ...(typeof raw.orphanDependents === 'boolean' ? { orphanDependents: raw.orphanDependents } : {}),
    preconditions: {
      ...(typeof preconditions.uid === 'string' ? { uid: preconditions.uid } : {}),
      ...(typeof preconditions.resourceVersion === 'string' ? { resourceVersion: preconditions.resourceVersion } : {}),
    },
    raw: rawOptions(raw, dialect),
  };
}

/** @throws StatusError 500 with the parser's message, as the real server passes it on */
function* jsonOf(text: string, format: 'json' | 'yaml'): Steps<string> {
  if (format === 'json') return text;
  try {
    return (yield* yamlToJsonInSteps(text)).text;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw plainError(error.message);
  }
}

/** Returns the members in the server's order and version, regardless of the version in the body. */
function rawOptions(raw: Readonly<Record<string, unknown>>, dialect: Dialect): Readonly<Record<string, unknown>> {
  const names = ['gracePeriodSeconds', 'preconditions', 'orphanDependents', 'propagationPolicy', 'dryRun'];
  const given = names.filter((name) => raw[name] !== undefined && raw[name] !== null);
  return {
    kind: 'DeleteOptions',
    apiVersion: `${dialect.rename(META_GROUP)}/v1`,
    ...Object.fromEntries(given.map((name) => [name, raw[name]])),
  };
}

const GROUP_VERSION_KIND_ERROR = "couldn't get version/kind; json parse error: ";
const ENVELOPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
/** The source location that the real server names as the scheme of the options. */
const SCHEME = kubernetesName('k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27');

function* fromBody(
  request: ApiRequest,
  bytes: Uint8Array,
  schema: StructSchema,
  dialect: Dialect,
): Steps<Record<string, unknown>> {
  const format = objectFormat(request, dialect, false);
  if (format === 'protobuf') return yield* fromProtobuf(bytes, schema, dialect);
  const text = yield* jsonOf(utf8Text(bytes), format);
  yield;
  return yield* fromText(text, schema, dialect);
}

function* fromProtobuf(bytes: Uint8Array, schema: StructSchema, dialect: Dialect): Steps<Record<string, unknown>> {
  try {
    const options = decodeProtobuf(bytes, DELETE_OPTIONS, dialect);
    yield;
    return yield* fromText(writeJson(options), schema, dialect);
  } catch (error) {
    throw error instanceof StatusError ? error : plainError(errorText(error));
  }
}

/** Decodes a body as DeleteOptions of any version. Unknown fields are ignored. @throws StatusError 500 */
function* fromText(text: string, schema: StructSchema, dialect: Dialect): Steps<Record<string, unknown>> {
  const { value: parsed, error: syntaxError } = parseLikeGo(text);
  if (syntaxError) throw plainError(GROUP_VERSION_KIND_ERROR + syntaxError);
  yield;
  const type = jsonTypeName(text);
  if (type === 'null') return {};
  if (type !== 'object') {
    throw plainError(`${GROUP_VERSION_KIND_ERROR}json: cannot unmarshal ${type} into Go value of type ${ENVELOPE}`);
  }
  const { kind = 'DeleteOptions', apiVersion = '' } = parsed as { kind?: unknown; apiVersion?: unknown };
  if (kind !== 'DeleteOptions' && kind !== '') {
    const version = apiVersion || `${dialect.rename(META_GROUP)}/v1`;
    throw plainError(`no kind "${kind}" is registered for version "${version}" in scheme "${dialect.rename(SCHEME)}"`);
  }
  try {
    const { value } = yield* decodeJsonInSteps(text, schema, parsed);
    return isRecord(value) ? value : {};
  } catch (error) {
    throw error instanceof DecodeError ? plainError(error.message) : error;
  }
}

function fromQuery(query: URLSearchParams, dialect: Dialect): Record<string, unknown> {
  const grace = readInteger(query, 'gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  const dryRun = dryRunValues(query, dialect);
  const propagationPolicy = query.get('propagationPolicy');
  const [uid, resourceVersion] = [query.get('uid'), query.get('resourceVersion')];
  const preconditions = { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) };
  return {
    ...(grace !== undefined ? { gracePeriodSeconds: grace } : {}),
    ...(uid || resourceVersion ? { preconditions } : {}),
    ...(orphan !== null ? { orphanDependents: isTrue(orphan) } : {}),
    ...(propagationPolicy !== null ? { propagationPolicy } : {}),
    ...(dryRun.length ? { dryRun } : {}),
  };
}

function validateDeleteOptions(raw: Readonly<Record<string, unknown>>, dialect: Dialect): FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy, orphanDependents } = raw;
  if (
    orphanDependents !== undefined &&
    orphanDependents !== null &&
    propagationPolicy !== undefined &&
    propagationPolicy !== null
  ) {
    errors.push(
      invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
    );
  }
  if (propagationPolicy !== undefined && propagationPolicy !== null && !POLICIES.includes(String(propagationPolicy))) {
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']));
  }
  const dryRun = Array.isArray(raw.dryRun) ? raw.dryRun.map(String) : [];
  errors.push(
    ...dryRunErrors(
      dialect.follows('dry-run-without-value-is-unset') ? dryRun.filter((value) => value !== '') : dryRun,
    ),
  );
  return errors;
}
