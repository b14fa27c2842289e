import type { AuthorizationAttributes } from '../../authorization/authorizer.ts';
import type { Call } from './call.ts';

/** Returns the attributes of a request that authorizers decide on. */
export const authorizationAttributes = ({ info, user }: Call): AuthorizationAttributes => ({
  user,
  verb: info.verb,
  isResourceRequest: info.isResourceRequest,
  namespace: info.namespace,
  group: info.group,
  version: info.version,
  resource: info.resource,
  subresource: info.subresource,
  name: info.name,
  path: info.path,
  pattern: info.pattern,
});
