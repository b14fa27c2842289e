import type { Reason } from '../../api/debug/causes.ts';
import type { Secret, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { ControllerContext } from '../controller.ts';

/** The name of the controller that uses this class. */
export const TOKENS_CONTROLLER = 'serviceaccount-token-controller';

const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };

/** Removes the references of service accounts to token secrets that were deleted, until the signal is aborted. */
export class AccountReferences {
  readonly #context: ControllerContext;
  readonly #queue: WorkQueue;
  readonly #unsubscribe: () => void;

  /** @param accountOf returns the name of the account of a token secret */
  constructor(context: ControllerContext, secrets: Informer<Secret>, accountOf: (secret: Secret) => string) {
    this.#context = context;
    this.#queue = new WorkQueue({
      ...context,
      describe: (key) => `${TOKENS_CONTROLLER}: removing the reference ${key}`,
      work: (key, reasons) => this.#remove(key, reasons),
      isExpected: (error) => error instanceof ApiError,
    });
    this.#unsubscribe = secrets.subscribe({
      deleted: (secret) =>
        this.#queue.add(
          [secret.metadata.namespace, accountOf(secret), secret.metadata.name].join('/'),
          secrets.reasonOf(secret),
        ),
    });
  }

  close(): Promise<void> {
    this.#unsubscribe();
    return this.#queue.close();
  }

  async #remove(key: string, reasons: readonly Reason[]): Promise<undefined> {
    const { informers, watcher } = this.#context;
    const [namespace = '', name = '', secret = ''] = key.split('/');
    const account = informers.for<ServiceAccount>(ACCOUNTS).get(`${namespace}/${name}`);
    const secrets = (account?.secrets ?? []).filter((reference) => reference.name !== secret);
    if (!account || secrets.length === (account.secrets ?? []).length) return undefined;
    await causedBy(watcher, { component: TOKENS_CONTROLLER, reasons }).update(
      { ...ACCOUNTS, namespace, name },
      { ...account, secrets },
    );
    return undefined;
  }
}
