import { errorText } from '../../api/error-text.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { writeOrder } from '../../client/manifests/write-order.ts';
import type { Application } from '../application.ts';
import type { RestoringWrite } from '../state/time/restoration.ts';
import { discoveryOf } from './write-context.ts';
import { collectionOf } from './write-objects.ts';

/** What became of a write. */
export interface RestoreOutcome {
  readonly write: RestoringWrite;
  /** The server's message; undefined when the write succeeded. */
  readonly problem: string | undefined;
}

const FIELD_MANAGER = 'tabplane-restore';

/**
 * Carries out the writes of a restoration in the cluster as it is now: deletes first, then creates and updates, dependencies
 * first. A write that fails does not keep the others from being made. Never rejects.
 */
export async function restoreObjects(
  { clientAt, discovery }: Pick<Application, 'clientAt' | 'discovery'>,
  writes: readonly RestoringWrite[],
  onOutcome: (outcome: RestoreOutcome) => void,
): Promise<void> {
  const client = clientAt(undefined);
  const deletes = writes.filter(({ action }) => action === 'delete');
  const others = writes.filter(({ action }) => action !== 'delete');
  const known = discoveryOf({ discovery });
  const order = writeOrder(
    others.map(({ object }) => object),
    known,
  );
  for (const write of [...deletes, ...order.flatMap((index) => others[index] ?? [])]) {
    const problem = await send(client, write).then(
      () => undefined,
      (error: unknown) => errorText(error),
    );
    onOutcome({ write, problem });
  }
}

/** Sends a write as a dry run. Returns the object that it would store; undefined for a delete. @throws ApiError */
export const tryWrite = (
  { clientAt }: Pick<Application, 'clientAt'>,
  write: RestoringWrite,
): Promise<ApiObject | undefined> => send(clientAt(undefined), write, { dryRun: true });

async function send(
  client: ApiClient,
  { action, object, difference: { resource } }: RestoringWrite,
  { dryRun = false } = {},
): Promise<ApiObject | undefined> {
  const collection = collectionOf(resource, object, '');
  const { name = '', uid, resourceVersion } = object.metadata;
  const options = { fieldManager: FIELD_MANAGER, dryRun };
  if (action === 'create') return client.create<ApiObject>(collection, object, options);
  if (action === 'update') return client.update<ApiObject>({ ...collection, name }, object, options);
  await client.delete({ ...collection, name }, { ...preconditionsOf(uid, resourceVersion), dryRun });
  return undefined;
}

const preconditionsOf = (uid: string | undefined, resourceVersion: string | undefined) => ({
  propagationPolicy: 'Background' as const,
  preconditions: { ...(uid ? { uid } : {}), ...(resourceVersion ? { resourceVersion } : {}) },
});
