import type { Endpoint } from '../../context/call.ts';
import { readDeleteOptions } from '../../http/delete-options.ts';
import { representObject, representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { deleteObject } from '../delete.ts';

/** DELETE of an item: most kinds answer a Status, some the object, and every kind the object while something holds it. */
export const deleteOne: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const options = await readDeleteOptions(call.request, call.url, server);
  if (
    resource.behavior.defaultPropagation === 'Orphan' &&
    resource.group === 'batch' &&
    options.propagationPolicy === undefined &&
    options.orphanDependents === undefined
  ) {
    call.warnings.push(
      'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
    );
  }
  const { object, removed } = await deleteObject(call, resource, info.namespace, info.name, options);
  const code = !removed && options.orphanDependents === false ? 202 : 200;
  const hasObject = !removed || resource.behavior.deleteAnswersObject === true;
  const isServiceAccount = resource.group === '' && resource.resource === 'serviceaccounts';
  const isStatus = server.dialect.follows('delete-answers-status') && !isServiceAccount;
  if (hasObject && !isStatus) return representObject(call, code, object);
  const { uid, resourceVersion } = object.metadata;
  const status = deletedStatus({
    name: info.name,
    ...(resource.group ? { group: resource.group } : {}),
    kind: resource.resource,
    ...(uid ? { uid } : {}),
  });
  // In place of the object: the version at which it was marked or removed.
  if (hasObject && resourceVersion) status.metadata.resourceVersion = resourceVersion;
  return representStatus(call, code, status);
};
