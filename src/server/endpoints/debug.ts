import {
  type AccessExplanation,
  type AccessExplanationStatus,
  DEBUG_GROUP,
  DEBUG_VERSION,
} from '../../api/access-explanation.ts';
import type { SubjectAccessReview } from '../../api/kinds/authorization-v1.generated.ts';
import { apiVersionOf } from '../../api/object.ts';
import { invalidObject, methodNotAllowed, resourceNotFound } from '../../api/status.ts';
import type { AuthorizationAttributes } from '../../authorization/authorizer.ts';
import { isPrivileged } from '../../authorization/index.ts';
import { RbacIndex } from '../../authorization/rbac-index.ts';
import { whoCan } from '../../authorization/who-can.ts';
import type { Call } from '../call.ts';
import { decodeRequestBody } from '../decode-request-body.ts';
import { representDocument } from '../representation.ts';
import { isVersionServed, type ServerFlags } from '../server-flags.ts';
import { attributesOf, specErrors, userErrors, userOf } from './access-reviews.ts';

const ROOT = `/apis/${DEBUG_GROUP}`;
const RESOURCE = {
  name: 'accessexplanations',
  singularName: 'accessexplanation',
  namespaced: false,
  kind: 'AccessExplanation',
  verbs: ['create'],
} as const;
const GROUP_VERSION = { groupVersion: apiVersionOf(DEBUG_GROUP, DEBUG_VERSION), version: DEBUG_VERSION };

/** Whether a path is of the group of what the server tells of itself, unless that is switched off. */
export const isOfDebugGroup = (path: string, flags: ServerFlags): boolean =>
  (path === ROOT || path.startsWith(`${ROOT}/`)) && isVersionServed(flags, DEBUG_GROUP, DEBUG_VERSION, RESOURCE.name);

/** The group's own discovery and its one resource. `/apis` does not list the group, as a cluster's has no such. */
export async function answerDebug(call: Call): Promise<Response> {
  const [version, resource, ...rest] = call.url.pathname.slice(ROOT.length).split('/').filter(Boolean);
  if ((version ?? DEBUG_VERSION) !== DEBUG_VERSION || rest.length > 0) throw resourceNotFound();
  if (resource !== undefined && resource !== RESOURCE.name) throw resourceNotFound();
  if (call.request.method !== (resource ? 'POST' : 'GET')) throw methodNotAllowed();
  if (resource) return explainAccess(call);
  return representDocument(call, version ? RESOURCE_LIST : GROUP);
}

const GROUP = {
  kind: 'APIGroup',
  apiVersion: 'v1',
  name: DEBUG_GROUP,
  versions: [GROUP_VERSION],
  preferredVersion: GROUP_VERSION,
};
const RESOURCE_LIST = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: GROUP_VERSION.groupVersion,
  resources: [RESOURCE],
};

/** The body is that of a SubjectAccessReview under another name: its schema judges it. */
async function explainAccess(call: Call): Promise<Response> {
  const { resources, dialect } = call.server;
  const review = resources.findAnyVersion(dialect.rename('authorization.k8s.io'), 'subjectaccessreviews');
  if (!review) throw resourceNotFound();
  const kind = { group: DEBUG_GROUP, version: DEBUG_VERSION, kind: RESOURCE.kind };
  const options = { resource: review, schema: review.schema, kind, fieldValidation: 'Strict' } as const;
  const { spec } = (await decodeRequestBody(call, options)) as SubjectAccessReview;
  const errors = [...specErrors(spec), ...userErrors(spec)];
  if (errors.length > 0) throw invalidObject(kind, '', errors);
  const explanation: AccessExplanation = {
    apiVersion: GROUP_VERSION.groupVersion,
    kind: RESOURCE.kind,
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
