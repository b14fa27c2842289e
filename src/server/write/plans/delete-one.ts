import type { Endpoint } from '../../context/call.ts';
import { readDeleteOptions } from '../../http/delete-options.ts';
import { representObject, representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { checkPathName } from '../../read/freshness.ts';
import { clientOrigin } from '../origins.ts';
import { warnOfOrphans } from '../warn-of-orphans.ts';
import { write } from '../write.ts';

/** DELETE of an object. Most kinds answer with a Status, some with the object, and all with an object that is still held. */
export const deleteOne: Endpoint = async (call) => {
  const { resource, info, server } = call;
  const options = await readDeleteOptions(call.request, call.url, server);
  checkPathName(info.name);
  warnOfOrphans(call, options);
  const { object, effect } = await write({
    origin: clientOrigin(call),
    resource,
    subresource: '',
    namespace: info.namespace,
    name: info.name,
    dryRun: options.dryRun,
    verb: 'delete',
    options,
  });
  const isRemoved = effect === 'removed';
  const code = !isRemoved && options.orphanDependents === false ? 202 : 200;
  const hasObject = !isRemoved || resource.behavior.deleteAnswersObject === true;
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
  // Instead of the object, the response has the resourceVersion of its mark or removal.
  if (hasObject && resourceVersion) status.metadata.resourceVersion = resourceVersion;
  return representStatus(call, code, status);
};
