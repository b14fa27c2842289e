import type { TracedAuthorization } from '../../../api/debug/request-trace.ts';
import { kubernetesName } from '../../../api/dialect.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isPromise } from '../../../api/realms.ts';
import type { Decision } from '../../../authorization/authorizer.ts';
import { forbiddenStatus } from '../../../authorization/forbidden-message.ts';
import { authorizationAttributes } from '../../context/authorization-attributes.ts';
import type { Call } from '../../context/call.ts';
import { internalServerError } from './internal-server-error.ts';
import type { Stage } from './stage.ts';

const DECISION_AUDIT_KEY = kubernetesName('authorization.k8s.io/decision');
const REASON_AUDIT_KEY = kubernetesName('authorization.k8s.io/reason');

/** Authorizes the request: 403 when no authorizer allows it, 500 when one failed and no other allows it. */
export const authorize: Stage = (call, next) => {
  const attributes = authorizationAttributes(call);
  const proceed = (decision: Decision): Promise<ApiResponse> | ApiResponse => {
    if (call.trace) call.trace.authorization = tracedDecision(decision);
    annotate(call, decision);
    if (decision.decision === 'allow') return next(call);
    if (decision.error !== undefined) return internalServerError(call, decision.error);
    throw forbiddenStatus(attributes, decision);
  };
  const decision = call.server.authorizer.authorize(attributes, call.trace ? { explain: 'denials' } : {});
  return isPromise(decision) ? decision.then(proceed) : proceed(decision);
};

/** The number of nearest rules in the trace of a denied request. */
const MOST_NEAREST = 3;

const tracedDecision = ({ decision, reason, considered }: Decision): TracedAuthorization => ({
  decision,
  reason,
  ...(considered ? { nearest: considered.slice(0, MOST_NEAREST) } : {}),
});

function annotate({ audit, server: { dialect } }: Call, { decision, reason, error }: Decision): void {
  audit?.annotate(dialect.rename(DECISION_AUDIT_KEY), decision === 'allow' ? 'allow' : 'forbid');
  audit?.annotate(dialect.rename(REASON_AUDIT_KEY), error === undefined ? reason : 'internal error');
}
