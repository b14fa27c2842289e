import type { Namespace, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import type { Controller } from '../controller.ts';
import { ignoreLostNamespace } from '../namespaces/lost-namespace.ts';
import { Reconciler } from '../reconciler.ts';

const ACCOUNTS = { group: '', version: 'v1', resource: 'serviceaccounts' };
const NAME = 'default';

/** Creates the service account `default` in every active namespace, and recreates deleted ones. Pods need it. */
export const serviceAccountsController: Controller = {
  name: 'serviceaccount-controller',
  alias: 'serviceaccount',
  serviceAccount: 'service-account-controller',
  run(context) {
    const { informers, signal } = context;
    const accounts = informers.for<ServiceAccount>(ACCOUNTS);
    const reconciler = new Reconciler<Namespace>({
      ...context,
      name: serviceAccountsController.name,
      informer: informers.for<Namespace>({ group: '', version: 'v1', resource: 'namespaces' }),
      async reconcile({ metadata: { name: namespace = '' }, status }, client) {
        if (status?.phase !== 'Active' || accounts.get(`${namespace}/${NAME}`)) return undefined;
        await ignoreLostNamespace(client.create({ ...ACCOUNTS, namespace }, { metadata: { name: NAME, namespace } }));
        return undefined;
      },
    });
    reconciler.watch(accounts, ({ metadata }) => (metadata.name === NAME ? [metadata.namespace ?? ''] : []));
    return reconciler.run(signal);
  },
};
