import { dialectNamed } from '../../api/dialect.ts';
import { type ApiObject, isOfCoreKind } from '../../api/object.ts';
import { escapeFieldValue } from '../../api/selectors/field-selector.ts';
import { ApiError } from '../../client/api-error.ts';
import { type DiscoveredResource, findServedKind } from '../../client/discovery.ts';
import { withoutServerFields } from '../../client/manifests/clean-objects.ts';
import { writeOrder } from '../../client/manifests/write-order.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { ObjectPatcher } from '../../kubectl/objects/object-patcher.ts';
import { dialectOf } from '../state/dialect-names.ts';
import type { FailedOutcome, StoredOutcome, WriteOutcome } from '../state/objects/write-result.ts';
import { awaitServed, definitionOf } from './await-definition.ts';
import { discoveryOf, type WriteContext } from './write-context.ts';

export type WriteAction = 'create' | 'update' | 'patch' | 'apply';

export interface WriteObjectsOptions {
  readonly action: WriteAction;
  readonly fieldManager: string;
  /** Namespace of namespaced objects without one. */
  readonly namespace: string;
  readonly dryRun?: boolean;
  /** The object before the user changed it; only for `patch`. */
  readonly base?: ApiObject | undefined;
  /** Takes over fields that other managers own; only for `apply`. */
  readonly force?: boolean;
  /** Writes the remaining objects after a failure instead of skipping them. */
  readonly continueAfterFailure?: boolean;
  readonly signal?: AbortSignal;
  /** Called after each object with its index in `objects`. */
  readonly onOutcome?: (index: number, outcome: WriteOutcome) => void;
}

/**
 * Writes objects one after another, dependencies first. Custom resources whose definition is among the objects are
 * written once the server serves their kind. Never throws: returns one outcome per object, in the order of `objects`.
 */
export async function writeObjects(
  context: WriteContext,
  objects: readonly ApiObject[],
  options: WriteObjectsOptions,
): Promise<WriteOutcome[]> {
  const outcomes: WriteOutcome[] = objects.map(() => ({ status: 'skipped' }));
  for (const index of writeOrder(objects, discoveryOf(context))) {
    const object = objects[index];
    if (!object || options.signal?.aborted) break;
    const outcome = await writeObject(context, object, objects, options);
    outcomes[index] = outcome;
    options.onOutcome?.(index, outcome);
    if (outcome.status === 'failed' && !options.continueAfterFailure) break;
  }
  return outcomes;
}

async function writeObject(
  context: WriteContext,
  object: ApiObject,
  objects: readonly ApiObject[],
  options: WriteObjectsOptions,
): Promise<WriteOutcome> {
  try {
    const resource =
      findServedKind(discoveryOf(context), object) ?? (await learnKind(context, object, objects, options));
    if (typeof resource === 'string') return { status: 'skipped', reason: resource };
    const collection = collectionOf(resource, object, options.namespace);
    const outcome = await writeTo(context, { object, resource, collection }, options);
    const reason = options.dryRun ? missingNamespace(outcome, object, objects) : undefined;
    return reason ? { status: 'skipped', reason } : outcome;
  } catch (error) {
    return { status: 'failed', error, warnings: [] };
  }
}

/** Why an object cannot be dry-run: its namespace is among the objects and does not exist yet. */
function missingNamespace(outcome: WriteOutcome, object: ApiObject, objects: readonly ApiObject[]): string | undefined {
  const error = outcome.status === 'failed' ? outcome.error : undefined;
  if (!(error instanceof ApiError && error.isNotFound && error.status.details?.kind === 'namespaces')) return undefined;
  const { name } = error.status.details;
  const isAmong = objects.some((each) => isOfCoreKind(each, 'Namespace') && each.metadata.name === name);
  return isAmong
    ? `${object.kind} ${object.metadata.name ?? ''} cannot be dry-run before Namespace ${name} exists.`
    : undefined;
}

/** Finds a kind that is missing from discovery. Returns the reason when a dry run is not possible. */
async function learnKind(
  context: WriteContext,
  object: ApiObject,
  objects: readonly ApiObject[],
  { dryRun, signal }: WriteObjectsOptions,
): Promise<DiscoveredResource | string> {
  const definition = definitionOf(object, objects, discoveryOf(context));
  if (definition && dryRun)
    return `${object.kind} cannot be dry-run before ${definition.kind} ${definition.metadata.name} exists.`;
  if (definition) return awaitServed(context, object, definition, signal);
  await context.discovery.getState().refresh();
  const found = findServedKind(discoveryOf(context), object);
  if (!found) throw new Error(`The server has no ${object.kind} in ${object.apiVersion}.`);
  return found;
}

interface AddressedObject {
  readonly object: ApiObject;
  readonly resource: DiscoveredResource;
  /** Where the object is written, regardless of its own kind and namespace. */
  readonly collection: ResourceAddress;
}

/** Writes one object to a collection. Never throws. */
export async function writeTo(
  context: WriteContext,
  target: AddressedObject,
  options: Omit<WriteObjectsOptions, 'namespace'>,
): Promise<StoredOutcome | FailedOutcome> {
  const warnings: string[] = [];
  const onWarnings = (texts: readonly string[]) => void warnings.push(...texts);
  try {
    return { ...(await send(context, target, { ...options, onWarnings })), resource: target.resource, warnings };
  } catch (error) {
    return { status: 'failed', error, warnings };
  }
}

interface SendOptions extends Omit<WriteObjectsOptions, 'namespace'> {
  readonly onWarnings: (texts: readonly string[]) => void;
}

async function send(
  context: WriteContext,
  { object, resource, collection }: AddressedObject,
  { action, base, dryRun = false, force = false, fieldManager, onWarnings, signal }: SendOptions,
): Promise<Pick<StoredOutcome, 'status' | 'object'>> {
  const { client } = context;
  const write = { dryRun, fieldManager, onWarnings, ...(signal ? { signal } : {}) };
  if (action === 'create') return { status: 'created', object: await client.create(collection, object, write) };
  const { name } = object.metadata;
  if (!name) throw new Error(`${object.kind} needs metadata.name to be ${action === 'apply' ? 'applied' : 'saved'}.`);
  const address = { ...collection, name };
  if (action === 'update') {
    const stored = await client.update(address, object, write);
    return { status: statusOf(object, stored), object: stored };
  }
  if (action === 'patch') {
    const before = withoutServerFields(base ?? object);
    const states = { original: before, modified: withoutServerFields(object), current: before };
    const patcher = new ObjectPatcher(client, dialectNamed(dialectOf(discoveryOf(context))));
    const stored = await patcher.patch<ApiObject>(resource, address, states, write);
    return { status: statusOf(base ?? object, stored ?? object), object: stored ?? object };
  }
  const before = await read(context, address, signal);
  const stored = await client.apply<ApiObject>(address, withoutServerFields(object), { ...write, force });
  return { status: before === 'unknown' ? 'applied' : before ? statusOf(before, stored) : 'created', object: stored };
}

/** The address at which an object of a resource is created. */
export const collectionOf = (
  { group, version, resource, namespaced }: DiscoveredResource,
  { metadata }: ApiObject,
  namespace: string,
): ResourceAddress => ({
  ...{ group, version, resource },
  ...(namespaced ? { namespace: metadata.namespace || namespace } : {}),
});

const statusOf = (before: ApiObject, stored: ApiObject) =>
  before.metadata.resourceVersion === stored.metadata.resourceVersion ? 'unchanged' : 'configured';

/**
 * Returns the stored object; undefined when there is none, `unknown` when the caller cannot list. Uses a list because
 * browsers log a GET of a missing object as an error.
 */
async function read(
  { client }: WriteContext,
  { name, ...collection }: ResourceAddress & { name: string },
  signal: AbortSignal | undefined,
): Promise<ApiObject | 'unknown' | undefined> {
  try {
    const selector = { fieldSelector: `metadata.name=${escapeFieldValue(name)}`, ...(signal ? { signal } : {}) };
    return (await client.list(collection, selector)).items[0];
  } catch (error) {
    if (error instanceof ApiError && error.isForbidden) return 'unknown';
    throw error;
  }
}
