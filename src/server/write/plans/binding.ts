import { timeText } from '../../../api/environment.ts';
import { fieldErrorText, notSupported, required } from '../../../api/field-error.ts';
import type { Binding, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { badRequest, conflict, notFound, plainError, resourceNotFound } from '../../../api/status.ts';
import { groupResourceOf, type ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody } from '../../http/decode-request-body.ts';
import { representObject, representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { admissionOptions, mutate, validate } from '../admit.ts';
import { checkUidPrecondition, storageErrorText } from '../preconditions.ts';
import { takeNamespace } from '../take-identity.ts';
import { write } from '../write.ts';

/** POST of bindings and of a pod's binding: puts a pod on a node. */
export const binding: Endpoint = async (call) => {
  const { info, server } = call;
  const pods = server.resources.find('', 'v1', 'pods');
  const bindings = server.resources.find('', 'v1', 'bindings');
  if (!pods || !bindings) throw resourceNotFound();
  const options = readWriteOptions(call.url.searchParams, 'CreateOptions', server.dialect);
  const body = (await decodeRequestBody(call, {
    resource: bindings,
    schema: bindings.schema,
    fieldValidation: options.fieldValidation,
  })) as Binding;
  takeNamespace(bindings, body, info.namespace);
  const name = info.subresource === 'binding' ? info.name : (body.metadata.name ?? '');
  if (!name) throw badRequest('Name parameter required.');
  if (body.metadata.name !== name) throw badRequest('name in URL does not match name in Binding object');
  const question = {
    operation: 'CREATE' as const,
    resource: info.subresource === 'binding' ? pods : bindings,
    subresource: info.subresource,
    namespace: info.namespace,
    name,
    object: body,
    oldObject: undefined,
    options: admissionOptions(call, 'CreateOptions', options),
    dryRun: options.dryRun,
  };
  const admitted = ((await mutate(call, question)) ?? body) as Binding;
  const [error] = bindingErrors(admitted);
  // The real server does not make these the 422 that they are.
  if (error) throw plainError(fieldErrorText(error));
  await validate(call, { ...question, object: admitted });
  await write(call, {
    resource: pods,
    subresource: 'binding',
    namespace: info.namespace,
    name,
    verb: 'patch',
    bringsManagedFields: true,
    admission: 'none',
    options,
    propose: (live) => {
      checkPreconditions(pods, info.namespace, admitted, live);
      return assigned(live as Pod | undefined, admitted, name, timeText(server.clock.now()));
    },
  });
  if (server.dialect.follows('binding-answers-binding')) return representObject(call, 201, admitted);
  return representStatus(call, 201, { ...deletedStatus(undefined), code: 201 });
};

/** A binding may say which pod, and which version of it, it is about. */
function checkPreconditions(
  pods: ServedResource,
  namespace: string,
  { metadata }: Binding,
  live: ApiObject | undefined,
): void {
  if (!live) return;
  const name = metadata.name ?? '';
  if (metadata.uid) checkUidPrecondition(pods, { namespace, name }, { ...live, metadata }, live);
  const { resourceVersion } = metadata;
  if (!resourceVersion || resourceVersion === live.metadata.resourceVersion) return;
  const details = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${live.metadata.resourceVersion}`;
  throw conflict(groupResourceOf(pods), name, storageErrorText(pods, { namespace, name }, details));
}

function bindingErrors({ target }: Binding) {
  const errors = [];
  if (target.kind && target.kind !== 'Node') errors.push(notSupported('target.kind', target.kind, ['Node', '<empty>']));
  if (!target.name) errors.push(required('target.name'));
  return errors;
}

function assigned(live: Pod | undefined, { target, metadata }: Binding, name: string, now: string): Pod {
  const resource = { group: '', resource: 'pods/binding' };
  if (!live) throw notFound({ group: '', resource: 'pods' }, name);
  const { spec, status } = live;
  if (live.metadata.deletionTimestamp)
    throw conflict(resource, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec?.nodeName)
    throw conflict(resource, name, `pod ${name} is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if (spec?.schedulingGates?.length) throw conflict(resource, name, `pod ${name} has non-empty .spec.schedulingGates`);
  const others = (status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  return {
    ...live,
    metadata: {
      ...live.metadata,
      ...(metadata.annotations ? { annotations: { ...live.metadata.annotations, ...metadata.annotations } } : {}),
    },
    spec: { ...spec, containers: spec?.containers ?? null, nodeName: target.name ?? '' },
    status: { ...status, conditions: [...others, { type: 'PodScheduled', status: 'True', lastTransitionTime: now }] },
  };
}
