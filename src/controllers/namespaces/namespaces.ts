import { type Clock, timeText } from '../../api/environment.ts';
import type { Namespace } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Requeue } from '../../client/work-queue.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { namespaceConditions } from './namespace-conditions.ts';
import { deleteContent } from './namespace-content.ts';

const FINALIZER = 'kubernetes';

/**
 * Milliseconds from the deletion of a namespace to the first deletion of its content, because other API servers may
 * still create objects.
 */
const GRACE = 5000;

/** Empties terminating namespaces, reports remaining content in their conditions, and finalizes empty ones. */
export const namespacesController: Controller = {
  name: 'namespace-controller',
  alias: 'namespace',
  serviceAccount: 'namespace-controller',
  run(context) {
    const { informers, clock, signal } = context;
    const reconciler = new Reconciler<Namespace>({
      ...context,
      name: namespacesController.name,
      informer: informers.for<Namespace>({ group: '', version: 'v1', resource: 'namespaces' }),
      reconcile: (namespace, client) => finalize(client, clock, namespace),
    });
    return reconciler.run(signal);
  },
};

async function finalize(client: ApiClient, clock: Clock, namespace: Namespace): Promise<Requeue | undefined> {
  const { name = '', deletionTimestamp } = namespace.metadata;
  if (!deletionTimestamp || !namespace.spec?.finalizers?.length) return undefined;
  const rest = Date.parse(deletionTimestamp) + GRACE - clock.now();
  if (rest > 0) return { after: rest };
  const content = await deleteContent(name, { client, clock, deletedAt: deletionTimestamp });
  const conditions = namespaceConditions(namespace.status?.conditions ?? [], content, timeText(clock.now()));
  if (conditions) await updateStatus(client, { ...namespace, status: { ...namespace.status, conditions } });
  const { discoveryError, deletionErrors, remaining } = content;
  if (discoveryError !== undefined || deletionErrors.length > 0 || remaining.size > 0) return {};
  const address = addressOf(namespace);
  const current = await client.get<Namespace>(address);
  const others = new Set(current.spec?.finalizers);
  if (!others.delete(FINALIZER)) return undefined;
  const finalizers = [...others].sort();
  await client.update({ ...address, subresource: 'finalize' }, { ...current, spec: { ...current.spec, finalizers } });
  return undefined;
}

const addressOf = ({ metadata }: Namespace) => ({
  group: '',
  version: 'v1',
  resource: 'namespaces',
  name: metadata.name ?? '',
});

/** Ignores conflicts, because the change that caused one triggers the next attempt. */
async function updateStatus(client: ApiClient, namespace: Namespace): Promise<void> {
  try {
    await client.update({ ...addressOf(namespace), subresource: 'status' }, namespace);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 409) throw error;
  }
}
