import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import { labelSelectorFromObject } from '../../api/label-selector.ts';
import { notFound, plainError, resourceNotFound, StatusError } from '../../api/status.ts';
import type { Endpoint } from '../call.ts';
import { deleteObject } from '../delete.ts';
import { readDeleteOptions } from '../delete-options.ts';
import { representStatus } from '../representation.ts';
import { deletedStatus } from '../responses.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';

/** POST of a pod's eviction: a delete that disruption budgets may refuse. */
export const eviction: Endpoint = async (call) => {
  const { info, server } = call;
  const pods = server.resources.find('', 'v1', 'pods');
  if (!pods) throw resourceNotFound();
  const stored = await server.objects.get(keyOf(pods, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(pods), info.name);
  const body = (await call.request.json()) as { deleteOptions?: Record<string, unknown> };
  const request = new Request(call.url, { method: 'POST', body: JSON.stringify(body.deleteOptions ?? {}) });
  const options = await readDeleteOptions(request, call.url, server);
  const pod = stored.object as Pod;
  // A pod that does not run yet, or no longer, is nobody's disruption.
  if (!['Pending', 'Succeeded', 'Failed'].includes(pod.status?.phase ?? '') && !pod.metadata.deletionTimestamp)
    await askBudgets(server.reader, pod, info.namespace);
  await deleteObject(call, pods, info.namespace, info.name, options);
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};

async function askBudgets(
  reader: Parameters<Endpoint>[0]['server']['reader'],
  pod: Pod,
  namespace: string,
): Promise<void> {
  const budgets = await reader.list<PodDisruptionBudget>('policy', 'poddisruptionbudgets', namespace);
  const matching = budgets.filter(
    ({ spec }) => spec?.selector && labelSelectorFromObject(spec.selector).matches(pod.metadata.labels ?? {}),
  );
  const [budget] = matching;
  if (!budget) return;
  if (matching.length > 1)
    throw plainError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  if ((budget.status?.disruptionsAllowed ?? 0) > 0) return;
  const message = `The disruption budget ${budget.metadata.name} needs ${budget.status?.desiredHealthy ?? 0} healthy pods and has ${budget.status?.currentHealthy ?? 0} currently`;
  throw new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: 'DisruptionBudget', message }] },
  });
}
