import { type ApiObject, parseApiVersion } from '../../../api/object.ts';
import type { ApiClient, WriteOptions } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { DiscoveredResource, Discovery } from '../../../client/discovery.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import { type Problem, problemOfWarning, problemsOfError } from './problems.ts';
import { objectOf, readDocuments } from './yaml-text.ts';

/** Owns the fields that are written in the editor. */
export const FIELD_MANAGER = 'tabplane-ui';

type WriteAction = 'create' | 'update' | 'apply';

/** An object to write and where it goes. */
export interface Target {
  /** Which document of the text, counted from 0. */
  readonly document: number;
  readonly object: ApiObject;
  /** Of the collection. */
  readonly address: ResourceAddress;
}

/** What came of writing a document. */
export type Written =
  | { readonly target: Target; readonly stored: ApiObject; readonly problems: readonly Problem[] }
  | { readonly target: Target; readonly error: unknown; readonly problems: readonly Problem[] };

export const hasFailed = (written: Written): written is Extract<Written, { readonly error: unknown }> =>
  'error' in written;

/** The objects of a text, or why they cannot be sent. `namespace` is for those that name none. */
export function readTargets(
  text: string,
  discovery: Discovery,
  namespace: string,
): { targets: Target[]; problems: Problem[] } {
  const { documents } = readDocuments(text);
  if (documents.length === 0) return { targets: [], problems: [refused(0, '', 'There is nothing to send.')] };
  const read = documents.map((parsed, document) => readTarget(objectOf(parsed), document, discovery, namespace));
  return {
    targets: read.filter((one) => 'object' in one),
    problems: read.filter((one) => 'message' in one),
  };
}

const refused = (document: number, field: string, message: string): Problem => ({
  severity: 'error',
  document,
  field,
  message,
});

function readTarget(
  object: ApiObject | undefined,
  document: number,
  discovery: Discovery,
  namespace: string,
): Target | Problem {
  if (!object) return refused(document, '', 'This is no object: it must have apiVersion, kind and metadata.');
  const { apiVersion, kind, metadata } = object;
  if (typeof apiVersion !== 'string') return refused(document, '', 'apiVersion is missing.');
  if (typeof kind !== 'string') return refused(document, '', 'kind is missing.');
  const resource = servedKind(discovery, apiVersion, kind);
  if (!resource) return refused(document, 'kind', `The server has no ${kind} in ${apiVersion}.`);
  const { group, version, resource: plural } = resource;
  const scope = resource.namespaced ? { namespace: metadata.namespace || namespace } : {};
  return { document, object, address: { group, version, resource: plural, ...scope } };
}

function servedKind(discovery: Discovery, apiVersion: string, kind: string): DiscoveredResource | undefined {
  const { group, version } = parseApiVersion(apiVersion);
  return discovery.resources.find((one) => one.group === group && one.version === version && one.kind === kind);
}

export interface SendOptions {
  readonly action: WriteAction;
  readonly dryRun?: boolean;
  /** Take over fields that others own. */
  readonly force?: boolean;
}

/** Writes one object; never throws. */
export async function writeTarget(
  client: ApiClient,
  target: Target,
  { action, dryRun, force }: SendOptions,
): Promise<Written> {
  const { address, object, document } = target;
  const problems: Problem[] = [];
  const options: WriteOptions & { fieldManager: string } = {
    fieldManager: FIELD_MANAGER,
    onWarnings: (texts) => problems.push(...texts.map((text) => problemOfWarning(text, document))),
    ...(dryRun ? { dryRun } : {}),
  };
  const name = object.metadata.name ?? '';
  try {
    const stored =
      action === 'create'
        ? await client.create(address, object, options)
        : action === 'update'
          ? await client.update({ ...address, name }, object, options)
          : await client.apply<ApiObject>({ ...address, name }, intentOf(object), {
              ...options,
              ...(force ? { force } : {}),
            });
    return { target, stored, problems };
  } catch (error) {
    return { target, error, problems: [...problems, ...problemsOfError(error, document)] };
  }
}

/** What a person wants of an object, without what the server alone writes. */
function intentOf(object: ApiObject): object {
  const { managedFields, resourceVersion, uid, creationTimestamp, generation, ...metadata } = object.metadata;
  const { status, ...intent } = { ...object, metadata } as ApiObject & { status?: unknown };
  return intent;
}

/** Whether somebody else has written the object meanwhile. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 409 && error.reason === 'Conflict' && ownedFields(error).length === 0;

export interface OwnedField {
  readonly field: string;
  readonly manager: string;
}

/** The fields that other managers own, of a refused apply. */
export function ownedFields(error: unknown): OwnedField[] {
  if (!(error instanceof ApiError)) return [];
  const causes = error.status.details?.causes ?? [];
  return causes.flatMap(({ reason, field = '', message = '' }) =>
    reason === 'FieldManagerConflict'
      ? [{ field, manager: /^conflict with "([^"]*)"/.exec(message)?.[1] ?? message }]
      : [],
  );
}
