import type { Clock } from '../../api/environment.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { lookUntil } from './look-until.ts';

/** How the server denies a pod in a namespace for which a controller has not yet created the default service account. */
const NO_ACCOUNT = /error looking up service account \S+\/default: serviceaccount "default" not found$/;

/** Repeats a write until its namespace has a default service account. @throws what the write throws */
export const onceAccountExists = <T>(write: () => Promise<T>, clock: Clock): Promise<T> =>
  repeatWhile((error) => error.isForbidden && NO_ACCOUNT.test(error.status.message ?? ''), write, clock);

/** Resolves when the default namespace has its default service account, so that pods can be created. */
export async function awaitDefaultAccount(client: ApiClient, clock: Clock): Promise<void> {
  const address = { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default', name: 'default' };
  await repeatWhile(
    (error) => error.isNotFound,
    () => client.get(address),
    clock,
  );
}

/** @throws Error with the server's message when it stays early; what the work throws otherwise */
async function repeatWhile<T>(isEarly: (error: ApiError) => boolean, work: () => Promise<T>, clock: Clock): Promise<T> {
  const results: T[] = [];
  let message = '';
  const isDone = async (): Promise<boolean> => {
    try {
      results.push(await work());
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && isEarly(error))) throw error;
      message = error.message;
      return false;
    }
  };
  await lookUntil(isDone, () => message, clock);
  return results[0] as T;
}
