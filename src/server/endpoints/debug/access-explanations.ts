import type { AccessExplanation, AccessExplanationStatus } from '../../../api/debug/access-explanation.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { whoCan } from '../../../authorization/analysis/who-can.ts';
import type { AuthorizationAttributes } from '../../../authorization/authorizer.ts';
import { isPrivileged, PRIVILEGE } from '../../../authorization/index.ts';
import { RbacIndex } from '../../../authorization/rbac/rbac-index.ts';
import type { Call } from '../../context/call.ts';
import { representDocument } from '../../http/representation.ts';
import { attributesOf, specErrors, userOf } from '../reviews/access-reviews.ts';
import type { DebugResource } from './debug-resource.ts';
import { readQuestion } from './read-question.ts';

/** Reports whether a subject is allowed an action, and why. */
export const accessExplanations: DebugResource = {
  name: 'accessexplanations',
  singularName: 'accessexplanation',
  kind: 'AccessExplanation',
  verbs: { create: explainAccess },
};

async function explainAccess(call: Call): Promise<ApiResponse> {
  const spec = await readQuestion(call, 'AccessExplanation', specErrors);
  const explanation: AccessExplanation = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'AccessExplanation',
    metadata: {},
    spec,
    status: await statusOf(call, attributesOf(userOf(spec), spec)),
  };
  return representDocument(call, explanation, 201);
}

async function statusOf(
  { server: { authorizer, reader, dialect } }: Call,
  attributes: AuthorizationAttributes,
): Promise<AccessExplanationStatus> {
  const { decision, reason, evaluationError, error, considered } = await authorizer.authorize(attributes, {
    explain: 'always',
  });
  const explanation = isPrivileged(attributes.user) ? PRIVILEGE : reason;
  const problem = evaluationError ?? error;
  return {
    allowed: decision === 'allow',
    ...(explanation ? { reason: explanation } : {}),
    ...(problem ? { evaluationError: problem } : {}),
    considered: considered ?? [],
    subjects: await whoCan(new RbacIndex(reader, dialect), attributes),
  };
}
