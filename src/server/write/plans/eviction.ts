import { timeText } from '../../../api/environment.ts';
import type { Pod, PodCondition } from '../../../api/kinds/core-v1.generated.ts';
import type { Eviction } from '../../../api/kinds/policy-v1.generated.ts';
import { badRequest, notFound, resourceNotFound } from '../../../api/status.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { type DeleteOptions, deleteOptionsOf } from '../../http/delete-options.ts';
import { representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { admissionOptions, mutate, validate } from '../admit.ts';
import { checkPreconditions, deleteObject } from '../delete.ts';
import { takeNamespace } from '../take-identity.ts';
import { write } from '../write.ts';
import { chargeBudget } from './disruption-budgets.ts';

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
  const body = (await decodeRequestBody(call, {
    resource: pods,
    schema,
    kind,
    otherVersions: ['v1beta1'], // Older clients know no other.
    fieldValidation,
  })) as Eviction;
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
  if (!isIdle && !pod.metadata.deletionTimestamp) await chargeBudget(server, pod, options.dryRun);
  const evicted = await markDisrupted(call, pods, writeOptions, options);
  // Admission has been asked about the eviction, and is not asked about the delete.
  await deleteObject(call, pods, info.namespace, info.name, evicted, { isAdmitted: true });
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};

/** Says in the pod's status why it goes. Returns the options for its delete, which know of the new version. */
async function markDisrupted(
  call: Call,
  pods: ServedResource,
  writeOptions: WriteOptions,
  options: DeleteOptions,
): Promise<DeleteOptions> {
  const { info, server } = call;
  if (options.dryRun || !server.features.enabled('PodDisruptionConditions')) return options;
  const { object } = await write(call, {
    resource: pods,
    subresource: 'status',
    namespace: info.namespace,
    name: info.name,
    verb: 'patch',
    bringsManagedFields: true,
    admission: 'none',
    options: writeOptions,
    propose(live) {
      if (!live) throw notFound(groupResourceOf(pods), info.name);
      checkPreconditions(pods, live, options);
      return withDisruption(live, timeText(server.clock.now()));
    },
  });
  const { resourceVersion = '' } = object.metadata;
  if (options.preconditions.resourceVersion === undefined) return options;
  return { ...options, preconditions: { ...options.preconditions, resourceVersion } };
}

function withDisruption(pod: Pod, now: string): Pod {
  const conditions = pod.status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === 'DisruptionTarget');
  const after: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const others = conditions.map((condition) => (condition === before ? after : condition));
  return { ...pod, status: { ...pod.status, conditions: before ? others : [...others, after] } };
}
