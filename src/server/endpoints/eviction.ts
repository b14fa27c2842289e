import { timeText } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Eviction, PodDisruptionBudget } from '../../api/kinds/policy-v1.generated.ts';
import { labelSelectorFromObject } from '../../api/label-selector.ts';
import { badRequest, notFound, plainError, resourceNotFound, StatusError, tooManyRequests } from '../../api/status.ts';
import { admissionOptions, mutate, validate } from '../admit.ts';
import type { Call, Endpoint } from '../call.ts';
import { decodeRequestBody } from '../decode-request-body.ts';
import { deleteObject } from '../delete.ts';
import { deleteOptionsOf } from '../delete-options.ts';
import { representStatus } from '../representation.ts';
import { deletedStatus } from '../responses.ts';
import { groupResourceOf, keyOf } from '../served-resource.ts';
import { takeNamespace } from '../take-identity.ts';
import { readWriteOptions } from '../write-options.ts';

/** POST of a pod's eviction: a delete that disruption budgets may refuse. */
export const eviction: Endpoint = async (call) => {
  const { info, server } = call;
  const { dialect } = server;
  const kind = { group: 'policy', version: 'v1', kind: 'Eviction' };
  const schema = server.schemas.schemaOf(kind);
  const pods = server.resources.find('', 'v1', 'pods');
  if (!pods || !schema) throw resourceNotFound();
  const writeOptions = readWriteOptions(call.url.searchParams, 'CreateOptions', dialect);
  const { fieldValidation, dryRun } = writeOptions;
  const body = (await decodeRequestBody(call, { resource: pods, schema, kind, fieldValidation })) as Eviction;
  takeNamespace(pods, body, info.namespace);
  if (body.metadata.name !== info.name) throw badRequest('name in URL does not match name in Eviction object');
  const deleteOptionsIn = ({ deleteOptions }: Eviction) =>
    deleteOptionsOf({ ...deleteOptions, ...(dryRun ? { dryRun: ['All'] } : {}) }, dialect);
  const question = {
    operation: 'CREATE' as const,
    resource: pods,
    subresource: 'eviction',
    namespace: info.namespace,
    name: info.name,
    object: body,
    oldObject: undefined,
    options: admissionOptions(call, 'CreateOptions', writeOptions),
    dryRun: deleteOptionsIn(body).dryRun,
  };
  const admitted = ((await mutate(call, question)) ?? body) as Eviction;
  await validate(call, { ...question, object: admitted });
  const options = deleteOptionsIn(admitted);
  const stored = await server.objects.get(keyOf(pods, info.namespace, info.name));
  if (!stored) throw notFound(groupResourceOf(pods), info.name);
  const pod = stored.object as Pod;
  // A pod that does not run yet, or no longer, is nobody's disruption.
  const isIdle = ['Pending', 'Succeeded', 'Failed'].includes(pod.status?.phase ?? '');
  if (!isIdle && !pod.metadata.deletionTimestamp) await chargeBudget(call, pod, options.dryRun);
  // Admission has been asked about the eviction, and is not asked about the delete.
  await deleteObject(call, pods, info.namespace, info.name, options, { isAdmitted: true });
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};

/** Seconds after which to ask again while the budget's status is behind its spec. */
const NOT_PROCESSED_RETRY_SECONDS = 10;

/** Asks the budget that covers the pod, and takes one disruption from it. */
async function chargeBudget(call: Call, pod: Pod, dryRun: boolean): Promise<void> {
  const { server, info } = call;
  const budgets = await server.reader.list<PodDisruptionBudget>('policy', 'poddisruptionbudgets', info.namespace);
  const matching = budgets.filter(
    ({ spec }) => spec?.selector && labelSelectorFromObject(spec.selector).matches(pod.metadata.labels ?? {}),
  );
  const [budget] = matching;
  if (!budget) return;
  if (matching.length > 1) {
    throw plainError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    );
  }
  refuseWithout(budget);
  const resource = server.resources.find('policy', 'v1', 'poddisruptionbudgets');
  if (dryRun || !resource) return;
  const charged = structuredClone(budget);
  const { status } = charged;
  if (!status) return;
  status.disruptionsAllowed -= 1;
  const now = timeText(server.clock.now());
  const isAllowed = status.disruptionsAllowed > 0;
  const others = (status.conditions ?? []).filter(({ type }) => type !== 'DisruptionAllowed');
  status.conditions = [
    ...others,
    {
      type: 'DisruptionAllowed',
      status: isAllowed ? 'True' : 'False',
      observedGeneration: charged.metadata.generation,
      lastTransitionTime: now,
      reason: isAllowed ? 'SufficientPods' : 'InsufficientPods',
      message: '',
    },
  ];
  status.disruptedPods = { ...status.disruptedPods, [info.name]: now };
  const key = keyOf(resource, info.namespace, budget.metadata.name);
  const written = await server.objects.update(key, charged, Number(budget.metadata.resourceVersion), [], []);
  if (!written) throw tooManyRequests('too many changes of the disruption budget at once', 0);
}

/** @throws StatusError 429 when the budget allows no disruption, or has not been counted yet */
function refuseWithout({ metadata, status }: PodDisruptionBudget): void {
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) {
    const message = `The disruption budget ${metadata.name} is still being processed by the server.`;
    throw refused(message, NOT_PROCESSED_RETRY_SECONDS);
  }
  if ((status?.disruptionsAllowed ?? 0) > 0) return;
  throw refused(
    `The disruption budget ${metadata.name} needs ${status?.desiredHealthy ?? 0} healthy pods and has ${status?.currentHealthy ?? 0} currently`,
  );
}

const refused = (message: string, retryAfterSeconds?: number): StatusError =>
  new StatusError({
    code: 429,
    reason: 'TooManyRequests',
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: 'DisruptionBudget', message }],
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    },
  });
