import {
  type AccessExplanation,
  type AccessExplanationStatus,
  DEBUG_GROUP,
  DEBUG_VERSION,
} from '../../../api/access-explanation.ts';
import type { SubjectAccessReview } from '../../../api/kinds/authorization-v1.generated.ts';
import { invalidObject, resourceNotFound } from '../../../api/status.ts';
import type { AuthorizationAttributes } from '../../../authorization/authorizer.ts';
import { isPrivileged } from '../../../authorization/index.ts';
import { RbacIndex } from '../../../authorization/rbac-index.ts';
import { whoCan } from '../../../authorization/who-can.ts';
import type { Call } from '../../call.ts';
import { decodeRequestBody } from '../../decode-request-body.ts';
import { representDocument } from '../../representation.ts';
import { attributesOf, specErrors, userErrors, userOf } from '../access-reviews.ts';
import { DEBUG_API_VERSION, type DebugResource } from './debug-resource.ts';

/** May this subject do this, and why? */
export const accessExplanations: DebugResource = {
  name: 'accessexplanations',
  singularName: 'accessexplanation',
  kind: 'AccessExplanation',
  verbs: { create: explainAccess },
};

/** The body is that of a SubjectAccessReview under another name: its schema judges it. */
async function explainAccess(call: Call): Promise<Response> {
  const { resources, dialect } = call.server;
  const review = resources.findAnyVersion(dialect.rename('authorization.k8s.io'), 'subjectaccessreviews');
  if (!review) throw resourceNotFound();
  const kind = { group: DEBUG_GROUP, version: DEBUG_VERSION, kind: accessExplanations.kind };
  const options = { resource: review, schema: review.schema, kind, fieldValidation: 'Strict' } as const;
  const { spec } = (await decodeRequestBody(call, options)) as SubjectAccessReview;
  const errors = [...specErrors(spec), ...userErrors(spec)];
  if (errors.length > 0) throw invalidObject(kind, '', errors);
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
  const { decision, reason, evaluationError, considered } = await authorizer.authorize(attributes, { explain: true });
  const told = isPrivileged(attributes.user)
    ? 'A member of system:masters may do everything, whatever the roles say.'
    : reason;
  return {
    allowed: decision === 'allow',
    ...(told ? { reason: told } : {}),
    ...(evaluationError ? { evaluationError } : {}),
    considered: considered ?? [],
    subjects: await whoCan(new RbacIndex(reader, dialect), attributes),
  };
}
