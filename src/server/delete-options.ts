import type { Dialect } from '../api/dialect.ts';
import { type FieldError, invalid, notSupported } from '../api/field-error.ts';
import { isRecord } from '../api/object.ts';
import { badRequest, invalidObject, plainError } from '../api/status.ts';
import { readBody } from './read-body.ts';
import { dryRunErrors, dryRunValues } from './write-options.ts';

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: PropagationPolicy;
  readonly orphanDependents?: boolean;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  /** As admission plugins see them. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const POLICIES = ['Foreground', 'Background', 'Orphan'];

/** Options of a delete: its body, or its query when there is none (a body hides the query). */
export async function readDeleteOptions(request: Request, url: URL, dialect: Dialect): Promise<DeleteOptions> {
  const bytes = await readBody(request);
  const raw = bytes.length > 0 ? fromBody(new TextDecoder().decode(bytes)) : fromQuery(url.searchParams, dialect);
  const errors = validateDeleteOptions(raw, dialect);
  if (errors.length) throw invalidObject({ group: dialect.rename('meta.k8s.io'), kind: 'DeleteOptions' }, '', errors);
  const preconditions = isRecord(raw.preconditions) ? raw.preconditions : {};
  return {
    dryRun: Array.isArray(raw.dryRun) && raw.dryRun.length > 0,
    ...(typeof raw.gracePeriodSeconds === 'number' ? { gracePeriodSeconds: raw.gracePeriodSeconds } : {}),
    ...(typeof raw.propagationPolicy === 'string'
      ? { propagationPolicy: raw.propagationPolicy as PropagationPolicy }
      : {}),
    ...(typeof raw.orphanDependents === 'boolean' ? { orphanDependents: raw.orphanDependents } : {}),
    preconditions: {
      ...(typeof preconditions.uid === 'string' ? { uid: preconditions.uid } : {}),
      ...(typeof preconditions.resourceVersion === 'string' ? { resourceVersion: preconditions.resourceVersion } : {}),
    },
    raw: { kind: 'DeleteOptions', apiVersion: `${dialect.rename('meta.k8s.io')}/v1`, ...raw },
  };
}

function fromBody(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw plainError(`couldn't get version/kind; json parse error: ${syntaxErrorText(text)}`);
  }
  if (value === null) return {};
  if (!isRecord(value))
    throw plainError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${goTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    );
  if (value.kind !== undefined && value.kind !== 'DeleteOptions')
    throw plainError(`no kind "${String(value.kind)}" is registered for version "${String(value.apiVersion ?? '')}"`);
  return value;
}

const goTypeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;

/** What Go's decoder says of text that is no JSON. */
function syntaxErrorText(text: string): string {
  const trimmed = text.trimStart();
  if (trimmed === '') return 'unexpected end of JSON input';
  return `invalid character '${trimmed[0]}' looking for beginning of value`;
}

function fromQuery(query: URLSearchParams, dialect: Dialect): Record<string, unknown> {
  const grace = query.get('gracePeriodSeconds');
  const orphan = query.get('orphanDependents');
  const dryRun = dryRunValues(query, dialect);
  if (grace !== null && !/^[+-]?\d+$/.test(grace))
    throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(grace)}: invalid syntax`);
  const propagationPolicy = query.get('propagationPolicy');
  return {
    ...(grace !== null ? { gracePeriodSeconds: Number(grace) } : {}),
    ...(orphan !== null ? { orphanDependents: !/^(0|false)$/i.test(orphan) } : {}),
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
