import type { AuthorizationAttributes } from '../../authorization/authorizer.ts';
import { forbiddenStatus } from '../../authorization/forbidden-message.ts';
import type { Call } from '../call.ts';
import type { Stage } from './stage.ts';

/** May the user do this: 403 when no authorizer allows it. */
export const authorize: Stage = async (call, next) => {
  const attributes = authorizationAttributes(call);
  const decision = await call.server.authorizer.authorize(attributes);
  if (decision.decision !== 'allow') throw forbiddenStatus(attributes, decision);
  return next();
};

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
});
