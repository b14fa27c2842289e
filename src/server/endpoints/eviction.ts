import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Eviction } from '../../api/kinds/policy-v1.generated.ts';
import { badRequest, notFound, resourceNotFound } from '../../api/status.ts';
import { admissionOptions, mutate, validate } from '../admit.ts';
import type { Endpoint } from '../call.ts';
import { decodeRequestBody } from '../decode-request-body.ts';
import { deleteObject } from '../delete.ts';
import { deleteOptionsOf } from '../delete-options.ts';
import { chargeBudget } from '../disruption-budgets.ts';
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
  // Admission has been asked about the eviction, and is not asked about the delete.
  await deleteObject(call, pods, info.namespace, info.name, options, { isAdmitted: true });
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};
