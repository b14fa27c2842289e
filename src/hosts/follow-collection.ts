import { reportToConsole } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import { Informer, type InformerOptions } from '../client/informer.ts';
import { objectKey } from '../client/object-key.ts';
import { type CollectionOptions, objectSource } from '../client/object-source.ts';
import type { ResourceAddress } from '../client/resource-path.ts';
import { systemClock, systemRandom } from './platform.ts';

/** Which objects to follow, and who receives problems. */
export interface FollowOptions extends CollectionOptions, Pick<InformerOptions<ApiObject>, 'reportProblem'> {}

/** Returns an informer of a collection, on the platform's clock. It follows the server while `run` does. */
export const createInformer = <T extends ApiObject = ApiObject>(
  client: ApiClient,
  address: ResourceAddress,
  { reportProblem = reportToConsole, ...options }: FollowOptions = {},
): Informer<T> =>
  new Informer<T>({
    source: objectSource<T>(client, address, options),
    clock: systemClock,
    random: systemRandom,
    reportProblem,
  });

/**
 * Calls `onChange` with all objects of a collection, sorted by namespace and name: when the first list has arrived, and
 * after every change. Changes that arrive together are one call. Failed requests are reported and repeated.
 * @returns a function that ends it
 */
export function followCollection<T extends ApiObject = ApiObject>(
  client: ApiClient,
  address: ResourceAddress,
  onChange: (objects: readonly T[]) => void,
  options: FollowOptions = {},
): () => void {
  const { reportProblem = reportToConsole } = options;
  const informer = createInformer<T>(client, address, options);
  const abort = new AbortController();
  let isScheduled = false;
  let hasAnswered = false;
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      if (!informer.hasSynced || abort.signal.aborted) return;
      hasAnswered = true;
      onChange(informer.list().sort(byKey));
    });
  };
  informer.subscribe({
    added: schedule,
    updated: schedule,
    deleted: schedule,
    state(state) {
      if (state.phase === 'waiting') reportProblem(`could not follow ${address.resource}, retrying`, state.error);
    },
  });
  void informer.run(abort.signal);
  // An empty list changes nothing, but is an answer.
  void informer.whenSynced(abort.signal).then(() => (hasAnswered ? undefined : schedule()));
  return () => abort.abort();
}

const byKey = (one: ApiObject, other: ApiObject): number => (objectKey(one) < objectKey(other) ? -1 : 1);
