import { timeText } from '../../../api/environment.ts';
import { fieldErrorText, notSupported, required } from '../../../api/field-error.ts';
import type { Binding, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { badRequest, conflict, notFound, plainError, resourceNotFound } from '../../../api/status.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { decodeRequestBody, readCreateOptions } from '../../http/decode-request-body.ts';
import { representObject, representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { checkPathName } from '../../read/freshness.ts';
import { admissionOptions } from '../admission/admission-options.ts';
import { admitBody } from '../admission/admit-body.ts';
import { takeNamespace } from '../bodies/take-identity.ts';
import { wipeSystemFields } from '../bodies/wipe-system-fields.ts';
import { clientOrigin } from '../origins.ts';
import { checkUidPrecondition, preconditionFailed } from '../preconditions.ts';
import { write } from '../write.ts';

const BOUND = { ...deletedStatus(undefined), code: 201 };

/** POST of bindings, or of the binding of a pod: assigns a pod to a node. */
export const binding: Endpoint = async (call) => {
  const { info, server } = call;
  const { namespace, subresource } = info;
  const pods = server.resources.find('', 'v1', 'pods');
  const bindings = server.resources.find('', 'v1', 'bindings');
  if (!pods || !bindings) throw resourceNotFound();
  const options = readCreateOptions(call);
  const { fieldValidation, dryRun, fieldManager } = options;
  const sent = (await decodeRequestBody(call, {
    resource: bindings,
    schema: bindings.schema,
    fieldValidation,
  })) as Binding;
  takeNamespace(bindings, sent, namespace);
  // Only the subresource keeps the uid, as a precondition on the pod.
  if (subresource !== 'binding') wipeSystemFields(sent);
  const name = subresource === 'binding' ? info.name : (sent.metadata.name ?? '');
  if ((sent.metadata.name ?? '') !== name) throw badRequest('name in URL does not match name in Binding object');
  const { body, validate } = await admitBody(call, {
    ...{ operation: 'CREATE', subresource, namespace, name, object: sent, dryRun },
    resource: subresource === 'binding' ? pods : bindings,
    options: admissionOptions(call, 'CreateOptions', dryRun),
  });
  const errors = bindingErrors(body).map(fieldErrorText);
  // The real server responds to these errors with 500 instead of 422.
  if (errors.length > 0) throw plainError(errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]`);
  await validate();
  if (!name) throw badRequest('Name parameter required.');
  checkPathName(name);
  await write({
    ...{ origin: clientOrigin(call, fieldManager), resource: pods, subresource: 'binding', namespace, name, dryRun },
    verb: 'patch',
    isComplete: true,
    admission: 'none',
    isOwn: true,
    propose: (live) => {
      checkPreconditions(pods, namespace, body, live);
      return assigned(live as Pod | undefined, body, name, timeText(server.clock.now()));
    },
  });
  if (server.dialect.follows('binding-answers-binding')) return representObject(call, 201, body);
  return representStatus(call, 201, BOUND);
};

/** Checks the uid and resourceVersion that a Binding may require of its pod. @throws StatusError 409 */
function checkPreconditions(
  resource: ServedResource,
  namespace: string,
  { metadata }: Binding,
  live: ApiObject | undefined,
): void {
  if (!live) return;
  const { name = '', uid, resourceVersion } = metadata;
  const target = { resource, namespace, name };
  if (uid) checkUidPrecondition(target, { ...live, metadata }, live);
  if (!resourceVersion || resourceVersion === live.metadata.resourceVersion) return;
  const found = live.metadata.resourceVersion;
  const details = `ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${found}`;
  throw preconditionFailed(target, details);
}

function bindingErrors({ target }: Binding) {
  const errors = [];
  if (target.kind && target.kind !== 'Node') errors.push(notSupported('target.kind', target.kind, ['Node', '<empty>']));
  if (!target.name) errors.push(required('target.name'));
  return errors;
}

/** Returns the pod assigned to a node. @throws StatusError 404, 409 */
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
