import type { Dialect } from '../api/dialect.ts';
import type { Secret, ServiceAccount } from '../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller, ControllerContext } from './controller.ts';
import { startReconciler } from './reconciler.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const TYPE = 'kubernetes.io/service-account-token';
const ACCOUNT_NAME = 'kubernetes.io/service-account.name';
const ACCOUNT_UID = 'kubernetes.io/service-account.uid';

/** Fills the secrets that are to hold a token of a service account, and deletes them when the account is gone. */
export const serviceAccountTokensController: Controller = {
  name: 'serviceaccount-token-controller',
  alias: 'serviceaccount-token',
  serviceAccount: 'tokens-controller',
  start(context) {
    const { watcher, clock, random, dialect, signal } = context;
    const source = objectSource<Secret>(watcher, SECRETS, { fieldSelector: `type=${dialect.rename(TYPE)}` });
    const secrets = new Informer<Secret>({ source, clock, random });
    const visit = startReconciler({
      informer: secrets,
      clock,
      random,
      signal,
      reconcile: (secret) => fill(secret, context),
    });
    const accounts = new Informer<ServiceAccount>({ source: objectSource(watcher, ACCOUNTS), clock, random });
    accounts.subscribe({
      deleted({ metadata: { namespace = '', uid = '' } }) {
        for (const secret of secrets.list()) {
          const isOfAccount = annotationOf(secret, ACCOUNT_UID, dialect) === uid;
          if (secret.metadata.namespace === namespace && isOfAccount) visit(secret);
        }
      },
    });
    void accounts.run(signal);
  },
};

const annotationOf = ({ metadata }: Secret, name: string, dialect: Dialect): string =>
  metadata.annotations?.[dialect.rename(name)] ?? '';

async function fill(secret: Secret, { watcher, dialect, certificates, signAccountToken }: ControllerContext) {
  const { namespace = '', name = '', annotations } = secret.metadata;
  const account = await find(watcher, namespace, annotationOf(secret, ACCOUNT_NAME, dialect));
  const claimedUid = annotationOf(secret, ACCOUNT_UID, dialect);
  const uid = account?.metadata.uid ?? '';
  if (!account || (claimedUid !== '' && claimedUid !== uid)) {
    await remove(secret, watcher);
    return false;
  }
  const authority = btoa(await certificates.authority());
  const { data = {} } = secret;
  if (data?.token && data.namespace && data['ca.crt'] === authority && claimedUid === uid) return false;
  const accountName = account.metadata.name ?? '';
  const token =
    data?.token ?? btoa(await signAccountToken({ namespace, secretName: name, accountName, accountUid: uid }));
  await watcher.update(
    { ...SECRETS, namespace, name },
    {
      ...secret,
      metadata: { ...secret.metadata, annotations: { ...annotations, [dialect.rename(ACCOUNT_UID)]: uid } },
      data: { ...data, 'ca.crt': authority, namespace: data?.namespace ?? btoa(namespace), token },
    },
  );
  return false;
}

async function find(client: ApiClient, namespace: string, name: string): Promise<ServiceAccount | undefined> {
  try {
    return await client.get<ServiceAccount>({ ...ACCOUNTS, namespace, name });
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 404) return undefined;
    throw error;
  }
}

/** The one that was seen, not another of its name. */
async function remove({ metadata: { namespace = '', name = '', uid = '' } }: Secret, client: ApiClient): Promise<void> {
  try {
    await client.delete({ ...SECRETS, namespace, name }, { preconditions: { uid } });
  } catch (error) {
    if (!(error instanceof ApiError && [404, 409].includes(error.status.code ?? 0))) throw error;
  }
}
