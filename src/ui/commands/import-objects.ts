import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type DiscoveredResource, type Discovery, findServedKind, groupResourceKey } from '../../client/discovery.ts';
import { withoutServerFields } from '../../client/manifests/clean-objects.ts';
import { listAll } from '../../client/manifests/collect-objects.ts';
import type { WriteOutcome } from '../state/objects/write-result.ts';
import type { ImportOutcome } from '../state/stores/import-store.ts';
import { discoveryOf, type WriteContext } from './write-context.ts';
import { writeObjects } from './write-objects.ts';

const FIELD_MANAGER = 'tabplane-import';

/** Milliseconds before failed objects are retried: controllers may still be creating their dependencies. */
const PAUSE = 500;

/** Returns a key that identifies an object in the cluster; undefined when the server does not serve its kind. */
export function objectIdentity(discovery: Discovery, object: ApiObject, namespace: string): string | undefined {
  const resource = findServedKind(discovery, object);
  return resource && identityIn(resource, object, namespace);
}

const identityIn = (resource: DiscoveredResource, { metadata }: ApiObject, namespace: string): string =>
  `${groupResourceKey(resource)} ${resource.namespaced ? metadata.namespace || namespace : ''}/${metadata.name ?? ''}`;

/** Returns the keys of existing objects. Uses lists because browsers log a GET of a missing object as an error. */
export async function findExisting(
  client: ApiClient,
  discovery: Discovery,
  objects: readonly ApiObject[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const resources = new Set(objects.flatMap((object) => findServedKind(discovery, object) ?? []));
  const lists = [...resources].map(async (resource) => {
    if (!resource.verbs.includes('list')) return [];
    const items = await listAll(client, resource, { signal }).catch(forbiddenIsEmpty);
    return items.map((item) => identityIn(resource, item, ''));
  });
  return new Set((await Promise.all(lists)).flat());
}

function forbiddenIsEmpty(error: unknown): ApiObject[] {
  if (error instanceof ApiError && error.isForbidden) return [];
  throw error;
}

export interface ImportOptions {
  /** Namespace of objects without one. */
  readonly namespace: string;
  /** Keys of existing objects, from `findExisting`. */
  readonly existing: ReadonlySet<string>;
  /** Applies existing objects instead of keeping them. */
  readonly updatesExisting: boolean;
  /** Called with each object's outcome; a retry may call it again. */
  readonly onOutcome: (index: number, outcome: ImportOutcome) => void;
}

/** Writes all objects, definitions and namespaces first, and retries transient failures once. Never throws. */
export async function importObjects(
  context: WriteContext,
  objects: ReadonlyMap<number, ApiObject>,
  { namespace, existing, updatesExisting, onOutcome }: ImportOptions,
): Promise<void> {
  const discovery = discoveryOf(context);
  const entries = [...objects];
  const present = entries.filter(([, object]) => existing.has(objectIdentity(discovery, object, namespace) ?? ''));
  const absent = entries.filter((one) => !present.includes(one));
  const write = (entries: Entries, action: 'create' | 'apply') =>
    writeEntries(context, entries, action, namespace, onOutcome);
  const refused = await write(absent, 'create');
  if (updatesExisting) refused.push(...(await write(present, 'apply')));
  else for (const [index] of present) onOutcome(index, { status: 'kept' });
  if (refused.length === 0) return;
  await new Promise<void>((resolve) => void context.platform.clock.after(PAUSE, resolve));
  await write(
    absent.filter((one) => refused.includes(one)),
    'create',
  );
  await write(
    present.filter((one) => refused.includes(one)),
    'apply',
  );
}

type Entries = readonly (readonly [number, ApiObject])[];

/** Returns the entries whose failure may be transient. */
async function writeEntries(
  context: WriteContext,
  entries: Entries,
  action: 'create' | 'apply',
  namespace: string,
  onOutcome: ImportOptions['onOutcome'],
): Promise<(readonly [number, ApiObject])[]> {
  const retries: (readonly [number, ApiObject])[] = [];
  await writeObjects(
    context,
    entries.map(([, object]) => withoutServerFields(object) as ApiObject),
    {
      action,
      fieldManager: FIELD_MANAGER,
      namespace,
      force: true,
      continueAfterFailure: true,
      onOutcome: (position, outcome) => {
        const entry = entries[position];
        if (!entry) return;
        onOutcome(entry[0], importOutcome(outcome));
        if (outcome.status === 'failed' && isTransientFailure(outcome.error)) retries.push(entry);
      },
    },
  );
  return retries;
}

/** Reports whether a failure may be transient. Invalid objects stay invalid. */
const isTransientFailure = (error: unknown): boolean =>
  !(error instanceof ApiError) || ![400, 409, 413, 422].includes(error.code);

function importOutcome(outcome: WriteOutcome): ImportOutcome {
  switch (outcome.status) {
    case 'created':
    case 'unchanged':
      return { status: outcome.status };
    case 'configured':
    case 'applied':
      return { status: 'updated' };
    case 'failed':
      return {
        status: 'refused',
        message: errorText(outcome.error),
      };
    case 'skipped':
      return { status: 'not-tried', message: outcome.reason ?? 'An earlier object failed.' };
  }
}
