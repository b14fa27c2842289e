import type { TracedRequest } from '../../api/debug/request-trace.ts';
import type { UserInfo } from '../../api/user-info.ts';

/** A request to repeat elsewhere. */
export interface CopiedRequest {
  /** The traced request. */
  readonly request: TracedRequest;
  /** The user to impersonate; undefined for the user of the credentials. */
  readonly user?: UserInfo | undefined;
}

/** Placeholder for the bearer token of a copied request, because traces have no credentials. */
export const TOKEN_PLACEHOLDER = '$TOKEN';
/** The file for a body that the trace lacks, because it is secret, large or binary. */
export const BODY_FILE = 'body.json';

const AUTHENTICATED = 'system:authenticated';
const ACCOUNT_PREFIX = 'system:serviceaccount:';

/** Returns the groups to impersonate with a user: those that the server does not add automatically. */
export const impersonatedGroups = ({ username, groups = [] }: UserInfo): readonly string[] =>
  username.startsWith(ACCOUNT_PREFIX) ? [] : groups.filter((group) => group !== AUTHENTICATED);

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reports whether a request needs a body that its trace lacks. */
export const lacksBody = ({ method, body }: TracedRequest): boolean => body === undefined && WITH_BODY.has(method);

/** Returns the media type of the body; undefined without a body. */
export const bodyType = (request: TracedRequest): string | undefined =>
  request.body === undefined && !lacksBody(request)
    ? undefined
    : (request.headers?.['content-type'] ?? 'application/json');
