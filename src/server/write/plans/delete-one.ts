import type { ApiObject } from '../../../api/object.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Endpoint } from '../../context/call.ts';
import { canonicalObject } from '../../http/canonical-object.ts';
import { readDeleteOptions } from '../../http/delete-options.ts';
import { representObject, representStatus } from '../../http/representation.ts';
import { deletedStatus } from '../../http/responses.ts';
import { checkPathName } from '../../read/freshness.ts';
import { clientOrigin } from '../origins.ts';
import { warnOfOrphans } from '../warn-of-orphans.ts';
import { write } from '../write.ts';

/** Reports whether a delete removes the last finalizers of an object that was deleted before. */
const isReleasedByDelete = ({ group, resource }: ServedResource, { metadata }: ApiObject): boolean =>
  metadata.deletionTimestamp !== undefined && !(group === '' && resource === 'pods');

/** The real server's response to a dry run that would remove the last finalizers: an empty struct. */
function emptyObject({ group, version, kind, schema, subresources, isCustom }: ServedResource): ApiObject {
  const spec = subresources.has('scale') && !isCustom ? { spec: { replicas: 0 } } : {};
  return canonicalObject({ metadata: {}, ...spec }, { group, version, kind }, schema);
}

/**
 * DELETE of an object. Most kinds respond with a Status, some with the object. All kinds respond with an object that
 * finalizers still hold.
 */
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
  if (options.dryRun && isRemoved && isReleasedByDelete(resource, object) && !isStatus)
    return representObject(call, code, emptyObject(resource));
  if (hasObject && !isStatus) return representObject(call, code, object);
  const { uid, resourceVersion } = object.metadata;
  const status = deletedStatus({
    name: info.name,
    ...(resource.group ? { group: resource.group } : {}),
    kind: resource.resource,
    ...(uid ? { uid } : {}),
  });
  // The Status, which replaces the object, has the resourceVersion of its mark or removal.
  if (hasObject && resourceVersion) status.metadata.resourceVersion = resourceVersion;
  return representStatus(call, code, status);
};
