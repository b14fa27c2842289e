import type { Clock } from '../../api/environment.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { lookUntil } from './look-until.ts';

/** The server's denial of a pod in a namespace that does not have a default service account yet. */
const NO_ACCOUNT = /error looking up service account \S+\/default: serviceaccount "default" not found$/;

const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const NAME = 'default';

/**
 * Runs a write. Creates the default service account of the namespace if it is missing, because the controller that
 * creates it may not run, or not have run yet.
 * @throws what the write throws
 */
export async function withDefaultAccount<T>(client: ApiClient, namespace: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError && error.isForbidden && NO_ACCOUNT.test(error.status.message ?? ''))) throw error;
  }
  await createAccount(client, { ...ACCOUNTS, namespace });
  return write();
}

async function createAccount(client: ApiClient, address: ResourceAddress): Promise<void> {
  try {
    await client.create(address, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME } });
  } catch (error) {
    if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
  }
}

/** Resolves when the default namespace has its default service account, so that pods can be created. */
export async function awaitDefaultAccount(client: ApiClient, clock: Clock): Promise<void> {
  const exists = async (): Promise<boolean> => {
    try {
      await client.get({ ...ACCOUNTS, namespace: 'default', name: NAME });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return false;
      throw error;
    }
  };
  await lookUntil(exists, () => 'the default namespace has no default service account', clock);
}
