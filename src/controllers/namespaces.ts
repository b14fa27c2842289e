import type { Namespace } from '../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../client/api-client.ts';
import { discover, preferredResources } from '../client/discovery.ts';
import { Informer } from '../client/informer.ts';
import { objectSource } from '../client/object-source.ts';
import type { Controller } from './controller.ts';
import { startReconciler } from './reconciler.ts';

const FINALIZER = 'kubernetes';

/** Empties a namespace that is being deleted, and lets it go when nothing is left in it. */
export const namespacesController: Controller = {
  name: 'namespace-controller',
  start({ client, watcher, clock, random, signal }) {
    const informer = new Informer<Namespace>({
      source: objectSource(watcher, { group: '', version: 'v1', resource: 'namespaces' }),
      clock,
      random,
    });
    startReconciler({ informer, clock, random, signal, reconcile: (namespace) => finalize(client, namespace) });
  },
};

async function finalize(client: ApiClient, { metadata, spec }: Namespace): Promise<boolean> {
  if (!metadata.deletionTimestamp || !spec?.finalizers?.includes(FINALIZER)) return false;
  const namespace = metadata.name ?? '';
  if (!(await isEmptied(client, namespace))) return true;
  const address = { group: '', version: 'v1', resource: 'namespaces', name: namespace };
  const current = await client.get<Namespace>(address);
  const finalizers = (current.spec?.finalizers ?? []).filter((name) => name !== FINALIZER);
  await client.update({ ...address, subresource: 'finalize' }, { ...current, spec: { ...current.spec, finalizers } });
  return false;
}

/** Deletes everything in the namespace; whether nothing is left. */
async function isEmptied(client: ApiClient, namespace: string): Promise<boolean> {
  const discovery = await discover(client);
  const kinds = preferredResources(discovery).filter(
    ({ namespaced, verbs }) => namespaced && verbs.includes('deletecollection') && verbs.includes('list'),
  );
  const counts = await Promise.all(
    kinds.map(async ({ group, version, resource }) => {
      const address = { group, version, resource, namespace };
      const before = await client.list(address, { limit: 1 });
      if (before.items.length === 0) return 0;
      await client.deleteCollection(address, { propagationPolicy: 'Background' });
      return (await client.list(address, { limit: 1 })).items.length;
    }),
  );
  return counts.every((count) => count === 0);
}
