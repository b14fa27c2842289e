import type { Namespace } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

/** Creates the service account `default` in every namespace. Pods cannot be created without it. */
export const serviceAccountsController: Controller = {
  name: 'serviceaccount-controller',
  alias: 'serviceaccount',
  serviceAccount: 'service-account-controller',
  run(context) {
    const { client, informers, signal } = context;
    const reconciler = new Reconciler<Namespace>({
      ...context,
      name: serviceAccountsController.name,
      informer: informers.for<Namespace>({ group: '', version: 'v1', resource: 'namespaces' }),
      async reconcile({ metadata, status }) {
        if (status?.phase === 'Terminating') return undefined;
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
        return undefined;
      },
    });
    return reconciler.run(signal);
  },
};
