import { reportToConsole } from '../api/environment.ts';
import type { ResourceKinds } from '../api/kinds/resource-kinds.generated.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import { isFinalError } from '../client/api-error.ts';
import { Informer, type InformerOptions } from '../client/informer.ts';
import { objectKey } from '../client/object-key.ts';
import { type CollectionOptions, objectSource } from '../client/object-source.ts';
import type { ReflectorState } from '../client/reflector.ts';
import { addressOf, type ResourceName, type TypedAddress } from '../client/typed-address.ts';
import { systemClock, systemRandom } from './platform.ts';

/** Which objects to follow, and the handlers of states and problems. */
export interface FollowOptions extends CollectionOptions, Pick<InformerOptions<ApiObject>, 'reportProblem'> {
  /**
   * Receives the state of `followCollection`. The state `failed` has the error of a request that is not retried, such
   * as 403 or 404; without this function, that error is reported as a problem.
   */
  readonly onState?: (state: ReflectorState) => void;
}

/** An object as types of other packages describe it. */
interface Followed {
  readonly metadata?: { readonly name?: string | undefined } | undefined;
}

/**
 * Returns an informer of a collection, on the platform's clock. It follows the server while `run` is pending, until the
 * server rejects a request: client errors except 408, 410 and 429 are not retried.
 */
export const createInformer = <T extends ApiObject = ApiObject>(
  client: ApiClient,
  address: TypedAddress<T>,
  { reportProblem = reportToConsole, onState: _, ...options }: FollowOptions = {},
): Informer<T> =>
  new Informer<T>({
    source: objectSource<T>(client, address, options),
    clock: systemClock,
    random: systemRandom,
    reportProblem,
    isFinal: isFinalError,
  });

/**
 * Calls `onChange` with all objects of a collection, sorted by namespace and name, after the first list and after every
 * change. Changes that arrive together lead to one call. Failed requests are reported and retried. Client errors except
 * 408, 410 and 429, such as 403 and 404, end it with the state `failed`. Errors that `onChange` or `onState` throws or
 * rejects with are reported.
 * @returns a function that ends it
 */
export function followCollection<Name extends ResourceName>(
  client: ApiClient,
  resource: Name,
  onChange: (objects: readonly ResourceKinds[Name][]) => unknown,
  options?: FollowOptions,
): () => void;
export function followCollection<T extends Followed = ApiObject>(
  client: ApiClient,
  address: TypedAddress<T>,
  onChange: (objects: readonly T[]) => unknown,
  options?: FollowOptions,
): () => void;
export function followCollection<T extends ApiObject>(
  client: ApiClient,
  given: ResourceName | TypedAddress<T>,
  onChange: (objects: readonly T[]) => unknown,
  options: FollowOptions = {},
): () => void {
  const { reportProblem = reportToConsole, onState } = options;
  const address = addressOf(given);
  const informer = createInformer<T>(client, address, options);
  const abort = new AbortController();
  let isScheduled = false;
  let hasAnswered = false;
  /** An error that it throws would otherwise end a Node process. */
  const call = async (objects: readonly T[]): Promise<void> => {
    try {
      await onChange(objects);
    } catch (error) {
      reportProblem(`the handler of ${address.resource} failed`, error);
    }
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      if (!informer.hasSynced || abort.signal.aborted) return;
      hasAnswered = true;
      void call(informer.list().sort(byKey));
    });
  };
  informer.subscribe({
    added: schedule,
    updated: schedule,
    deleted: schedule,
    state(state) {
      if (state.phase === 'waiting') reportProblem(`could not follow ${address.resource}, retrying`, state.error);
      if (state.phase === 'failed' && !onState) reportProblem(`could not follow ${address.resource}`, state.error);
      return onState?.(state);
    },
  });
  void informer.run(abort.signal);
  // An empty list changes nothing, but is still an answer.
  void informer.whenSynced(abort.signal).then(() => (hasAnswered ? undefined : schedule()));
  return () => abort.abort();
}

const byKey = (one: ApiObject, other: ApiObject): number => (objectKey(one) < objectKey(other) ? -1 : 1);
