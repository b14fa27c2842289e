import type { Dialect, KubernetesName } from '../../api/dialect.ts';
import type { Secret, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import {
  SERVICE_ACCOUNT_NAME_ANNOTATION,
  SERVICE_ACCOUNT_TOKEN_TYPE,
  SERVICE_ACCOUNT_UID_ANNOTATION,
} from '../../api/kubernetes-names.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { objectKey } from '../../client/object-key.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { AccountReferences, TOKENS_CONTROLLER } from './account-references.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };

/**
 * Fills token secrets of service accounts, deletes secrets whose account does not exist, and removes an account's
 * references to deleted secrets.
 */
export const serviceAccountTokensController: Controller = {
  name: TOKENS_CONTROLLER,
  alias: 'serviceaccount-token',
  serviceAccount: 'tokens-controller',
  async run(context) {
    const { informers, dialect, signal } = context;
    const secrets = informers.for<Secret>(SECRETS, {
      fieldSelector: `type=${dialect.rename(SERVICE_ACCOUNT_TOKEN_TYPE)}`,
    });
    const reconciler = new Reconciler<Secret>({
      ...context,
      // The controller writes as the user of the controller manager.
      client: context.watcher,
      name: serviceAccountTokensController.name,
      informer: secrets,
      reconcile: (secret, client) => fill(secret, { ...context, client }),
    });
    reconciler.watch(informers.for<ServiceAccount>(ACCOUNTS), ({ metadata: { namespace, uid = '' } }) =>
      secrets
        .list({ namespace: namespace ?? '' })
        .filter((secret) => annotationOf(secret, SERVICE_ACCOUNT_UID_ANNOTATION, dialect) === uid)
        .map(objectKey),
    );
    const references = new AccountReferences(context, secrets, (secret) =>
      annotationOf(secret, SERVICE_ACCOUNT_NAME_ANNOTATION, dialect),
    );
    await reconciler.run(signal);
    await references.close();
  },
};

const annotationOf = ({ metadata }: Secret, name: KubernetesName, dialect: Dialect): string =>
  metadata.annotations?.[dialect.rename(name)] ?? '';

async function fill(secret: Secret, { client, dialect, certificates, signAccountToken }: ControllerContext) {
  const { namespace = '', name = '', annotations } = secret.metadata;
  const account = await find(client, namespace, annotationOf(secret, SERVICE_ACCOUNT_NAME_ANNOTATION, dialect));
  const claimedUid = annotationOf(secret, SERVICE_ACCOUNT_UID_ANNOTATION, dialect);
  const uid = account?.metadata.uid ?? '';
  if (!account || (claimedUid !== '' && claimedUid !== uid)) {
    await remove(secret, client);
    return undefined;
  }
  const authority = btoa(await certificates.authority());
  const { data = {} } = secret;
  if (data?.token && data.namespace && data['ca.crt'] === authority && claimedUid === uid) return undefined;
  const accountName = account.metadata.name ?? '';
  const token =
    data?.token ?? btoa(await signAccountToken({ namespace, secretName: name, accountName, accountUid: uid }));
  await client.update(
    { ...SECRETS, namespace, name },
    {
      ...secret,
      metadata: {
        ...secret.metadata,
        annotations: { ...annotations, [dialect.rename(SERVICE_ACCOUNT_UID_ANNOTATION)]: uid },
      },
      data: { ...data, 'ca.crt': authority, namespace: data?.namespace ?? btoa(namespace), token },
    },
  );
  return undefined;
}

async function find(client: ApiClient, namespace: string, name: string): Promise<ServiceAccount | undefined> {
  try {
    return await client.get<ServiceAccount>({ ...ACCOUNTS, namespace, name });
  } catch (error) {
    if (error instanceof ApiError && error.status.code === 404) return undefined;
    throw error;
  }
}

/** Deletes the secret that was seen, but not a newer secret with its name. */
async function remove({ metadata: { namespace = '', name = '', uid = '' } }: Secret, client: ApiClient): Promise<void> {
  try {
    await client.delete({ ...SECRETS, namespace, name }, { preconditions: { uid } });
  } catch (error) {
    if (!(error instanceof ApiError && [404, 409].includes(error.status.code ?? 0))) throw error;
  }
}
