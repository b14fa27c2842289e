import { timeText } from '../../../api/environment.ts';
import type { Pod, PodCondition } from '../../../api/kinds/core-v1.generated.ts';
import type { Eviction } from '../../../api/kinds/policy-v1.generated.ts';
import { badRequest, notFound, resourceNotFound } from '../../../api/status.ts';
import { groupResourceOf, keyOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody, readCreateOptions } from '../../http/decode-request-body.ts';
import { type DeleteOptions, deleteOptionsOf } from '../../http/delete-options.ts';
import { representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { admissionOptions } from '../admission/admission-options.ts';
import { admitBody } from '../admission/admit-body.ts';
import { takeNamespace } from '../bodies/take-identity.ts';
import { chargeBudget } from '../disruption-budgets.ts';
import { clientOrigin } from '../origins.ts';
import { checkDeletePreconditions } from '../preconditions.ts';
import { write } from '../write.ts';
import type { ClientOrigin } from '../write-plan.ts';

const KIND = { group: 'policy', version: 'v1', kind: 'Eviction' };

/** POST of the eviction of a pod: a delete that disruption budgets may deny. */
export const eviction: Endpoint = async (call) => {
  const { info, server } = call;
  const { namespace, name } = info;
  const { dialect } = server;
  const schema = server.schemas.schemaOf(KIND);
  const pods = server.resources.find('', 'v1', 'pods');
  if (!pods || !schema) throw resourceNotFound();
  const { fieldValidation, fieldManager, dryRun } = readCreateOptions(call);
  const sent = (await decodeRequestBody(call, {
    ...{ resource: pods, schema, kind: KIND, fieldValidation },
    otherVersions: ['v1beta1'], // Older clients only know this version.
  })) as Eviction;
  takeNamespace(pods, sent, namespace);
  if (sent.metadata.name !== name) throw badRequest('name in URL does not match name in Eviction object');
  const deleteOptionsIn = ({ deleteOptions }: Eviction) =>
    deleteOptionsOf({ ...deleteOptions, ...(dryRun ? { dryRun: ['All'] } : {}) }, dialect);
  const { body, validate } = await admitBody(call, {
    ...{ operation: 'CREATE', resource: pods, subresource: 'eviction', namespace, name, object: sent },
    options: admissionOptions(call, 'CreateOptions', dryRun),
    dryRun: deleteOptionsIn(sent).dryRun,
  });
  await validate();
  const options = deleteOptionsIn(body);
  const stored = await server.objects.get(keyOf(pods, namespace, name));
  if (!stored) throw notFound(groupResourceOf(pods), name);
  const pod = stored.object as Pod;
  // Evicting a pod that has not started or has ended disrupts nothing.
  const isIdle = ['Pending', 'Succeeded', 'Failed'].includes(pod.status?.phase ?? '');
  if (!isIdle && !pod.metadata.deletionTimestamp) await chargeBudget(server, pod, options.dryRun);
  const origin = clientOrigin(call, fieldManager);
  const evicted = options.dryRun ? options : await markDisrupted(origin, pods, options);
  await write({
    ...{ origin, resource: pods, subresource: '', namespace, name, dryRun: options.dryRun },
    verb: 'delete',
    admission: 'none',
    options: evicted,
  });
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};

/** Adds the reason to the status of the pod. Returns options for its delete that require the new resourceVersion. */
async function markDisrupted(
  origin: ClientOrigin,
  resource: ServedResource,
  options: DeleteOptions,
): Promise<DeleteOptions> {
  const { clock, features } = origin.server;
  const { namespace, name } = origin.call.info;
  if (!features.enabled('PodDisruptionConditions')) return options;
  const { object } = await write({
    ...{ origin, resource, subresource: 'status', namespace, name, dryRun: options.dryRun },
    verb: 'patch',
    isComplete: true,
    admission: 'none',
    propose(live) {
      if (!live) throw notFound(groupResourceOf(resource), name);
      checkDeletePreconditions(resource, live, options);
      return withDisruption(live, timeText(clock.now()));
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
