import type { AccessFixes, AccessFixesStatus } from '../../../api/debug/access-analysis.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { accessFixes as fixesOf } from '../../../authorization/analysis/access-fix.ts';
import type { AuthorizationAttributes } from '../../../authorization/authorizer.ts';
import type { Call } from '../../context/call.ts';
import { representDocument } from '../../http/representation.ts';
import { attributesOf, specErrors, userOf } from '../reviews/access-reviews.ts';
import type { DebugResource } from './debug-resource.ts';
import { readQuestion } from './read-question.ts';

/** Returns roles and bindings that would allow a subject an action. */
export const accessFixes: DebugResource = {
  name: 'accessfixes',
  singularName: 'accessfix',
  kind: 'AccessFix',
  verbs: { create: fixAccess },
};

async function fixAccess(call: Call): Promise<ApiResponse> {
  const spec = await readQuestion(call, 'AccessFix', specErrors);
  const answer: AccessFixes = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'AccessFix',
    metadata: {},
    spec,
    status: await statusOf(call, attributesOf(userOf(spec), spec)),
  };
  return representDocument(call, answer, 201);
}

async function statusOf(
  { server: { authorizer, reader, dialect, flags } }: Call,
  attributes: AuthorizationAttributes,
): Promise<AccessFixesStatus> {
  const { decision, reason } = await authorizer.authorize(attributes);
  if (decision === 'allow') return { allowed: true, fixes: [] };
  if (decision === 'deny') return { allowed: false, reason: reason || 'An authorizer denies it outright.', fixes: [] };
  if (!flags['authorization-mode'].split(',').includes('RBAC')) {
    return { allowed: false, reason: 'No role helps: RBAC is not among the authorization modes.', fixes: [] };
  }
  return { allowed: false, fixes: await fixesOf(attributes, { reader, dialect }) };
}
