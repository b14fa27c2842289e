import type { Secret } from '../api/kinds/core-v1.generated.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller } from './controller.ts';
import { startReconciler } from './reconciler.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets', namespace: 'kube-system' };

/** Deletes bootstrap tokens that have expired. One whose expiration cannot be read has. */
export const bootstrapTokenCleaner: Controller = {
  name: 'token-cleaner-controller',
  alias: 'tokencleaner',
  isDisabledByDefault: true,
  serviceAccount: 'token-cleaner',
  start({ client, watcher, clock, random, dialect, signal }) {
    const fieldSelector = `type=${dialect.rename('bootstrap.kubernetes.io/token')}`;
    const informer = new Informer<Secret>({ source: objectSource(watcher, SECRETS, { fieldSelector }), clock, random });
    startReconciler({
      informer,
      clock,
      random,
      signal,
      async reconcile({ metadata: { name = '', uid = '' }, data }) {
        const expiration = data?.expiration;
        if (!expiration) return false;
        const isGood = Date.parse(atob(expiration)) > clock.now();
        if (!isGood) await client.delete({ ...SECRETS, name }, { preconditions: { uid } });
        return isGood;
      },
    });
  },
};
