import type { AccessChange, AccessChangeSpec, AccessFixes, AccessMatrix } from '../../api/debug/access-analysis.ts';
import { type AccessExplanation, DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { SubjectAccessReview, SubjectAccessReviewStatus } from '../../api/kinds/authorization-v1.generated.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type Discovery, findResource } from '../../client/discovery.ts';
import { mapConcurrently } from '../../client/map-concurrently.ts';
import type { AccessQuestion, AskedSubject } from '../state/access/access-question.ts';

/** Returns the server's decision. @throws ApiError when the current identity cannot ask about the subject */
export async function reviewAccess(
  client: ApiClient,
  discovery: Discovery,
  { subject, action }: AccessQuestion,
  signal: AbortSignal,
): Promise<SubjectAccessReviewStatus> {
  const review = findResource(discovery, subject.isSelf ? 'selfsubjectaccessreviews' : 'subjectaccessreviews');
  if (!review) throw new Error('The server does not serve access reviews.');
  const { group, version, resource, kind } = review;
  const spec = subject.isSelf ? action : { ...action, ...identityOf(subject) };
  const body: Pick<SubjectAccessReview, 'apiVersion' | 'kind' | 'spec' | 'status'> = {
    apiVersion: apiVersionOf(group, version),
    kind,
    spec,
  };
  const { status } = await client.create({ group, version, resource }, body, { signal });
  if (!status) throw new Error('The server returned no decision.');
  return status;
}

/** Explains a decision. @throws ApiError 404 when the server does not explain decisions */
export const explainAccess = (client: ApiClient, question: AccessQuestion, signal: AbortSignal) =>
  createQuestion<AccessExplanation>(client, 'accessexplanations', 'AccessExplanation', specOf(question), signal);

/**
 * Returns roles and bindings that would allow a request.
 * @throws ApiError 404 when the server does not explain decisions
 */
export const requestFixes = (client: ApiClient, question: AccessQuestion, signal: AbortSignal) =>
  createQuestion<AccessFixes>(client, 'accessfixes', 'AccessFix', specOf(question), signal);

/**
 * Returns a subject's permissions in one namespace or all.
 * @throws ApiError 404 when the server does not explain decisions
 */
export const requestMatrix = (
  client: ApiClient,
  subject: AskedSubject,
  namespace: string | undefined,
  signal: AbortSignal,
) => {
  const spec = { ...identityOf(subject), ...(namespace ? { resourceAttributes: { namespace } } : {}) };
  return createQuestion<AccessMatrix>(client, 'accessmatrices', 'AccessMatrix', spec, signal);
};

/**
 * Returns the access that a write would grant and revoke.
 * @throws ApiError 404 when the server does not explain decisions
 */
export const requestChange = (client: ApiClient, spec: AccessChangeSpec, signal: AbortSignal) =>
  createQuestion<AccessChange>(client, 'accesschanges', 'AccessChange', spec, signal);

/** Creates a question as an object's spec and returns the answer from its status. */
async function createQuestion<A extends { readonly spec: object; readonly status?: object }>(
  client: ApiClient,
  resource: string,
  kind: string,
  spec: A['spec'],
  signal: AbortSignal,
): Promise<NonNullable<A['status']>> {
  const address = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource };
  const question = { apiVersion: apiVersionOf(DEBUG_GROUP, DEBUG_VERSION), kind, metadata: {}, spec };
  const { status } = await client.create<Pick<A, 'spec'> & { readonly status?: A['status'] }>(address, question, {
    signal,
  });
  if (!status) throw new Error('The server returned no result.');
  return status;
}

const specOf = ({ subject, action }: AccessQuestion) => ({ ...action, ...identityOf(subject) });

const identityOf = ({ user: { username, groups = [] } }: AskedSubject) => ({ user: username, groups: [...groups] });

/** Returns the decisions on many questions, in order. */
export function reviewAll(
  client: ApiClient,
  discovery: Discovery,
  questions: readonly AccessQuestion[],
  signal: AbortSignal,
): Promise<boolean[]> {
  return mapConcurrently(
    questions,
    async (question) => (await reviewAccess(client, discovery, question, signal)).allowed,
  );
}
