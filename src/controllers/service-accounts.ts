import type { Namespace } from '../api/kinds/core-v1.generated.ts';
import { ApiError } from '../client/api-error.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller } from './controller.ts';
import { startReconciler } from './reconciler.ts';

/** Gives every namespace its service account `default`, without which no pod can be created in it. */
export const serviceAccountsController: Controller = {
  name: 'serviceaccount-controller',
  alias: 'serviceaccount',
  serviceAccount: 'service-account-controller',
  start({ client, watcher, clock, random, signal }) {
    const informer = new Informer<Namespace>({
      source: objectSource(watcher, { group: '', version: 'v1', resource: 'namespaces' }),
      clock,
      random,
    });
    startReconciler({
      informer,
      clock,
      random,
      signal,
      async reconcile({ metadata, status }) {
        if (status?.phase === 'Terminating') return false;
        const address = { group: '', version: 'v1', resource: 'serviceaccounts', namespace: metadata.name ?? '' };
        try {
          await client.create(
            address,
            { metadata: { name: 'default' } },
            { fieldManager: 'service-account-controller' },
          );
        } catch (error) {
          if (!(error instanceof ApiError) || error.status.code !== 409) throw error;
        }
        return false;
      },
    });
  },
};
