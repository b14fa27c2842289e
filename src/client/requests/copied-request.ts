import type { TracedRequest } from '../../api/debug/request-trace.ts';
import type { UserInfo } from '../../api/user-info.ts';

/** A request to repeat elsewhere. */
export interface CopiedRequest {
  /** As it was traced. */
  readonly request: TracedRequest;
  /** The user to impersonate; undefined for the user of the credentials. */
  readonly user?: UserInfo | undefined;
}

/** Where the bearer token of a copied request goes: traces have no credentials. */
export const TOKEN_PLACEHOLDER = '$TOKEN';
/** The file with a body that the trace does not have, because it is secret, large or binary. */
export const BODY_FILE = 'body.json';

const AUTHENTICATED = 'system:authenticated';
const ACCOUNT_PREFIX = 'system:serviceaccount:';

/** Returns the groups to impersonate with a user: those that the server does not add on its own. */
export const impersonatedGroups = ({ username, groups = [] }: UserInfo): readonly string[] =>
  username.startsWith(ACCOUNT_PREFIX) ? [] : groups.filter((group) => group !== AUTHENTICATED);

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reports whether a request needs a body that its trace does not have. */
export const lacksBody = ({ method, body }: TracedRequest): boolean => body === undefined && WITH_BODY.has(method);

/** Returns the media type of the body; undefined without a body. */
export const bodyType = (request: TracedRequest): string | undefined =>
  request.body === undefined && !lacksBody(request)
    ? undefined
    : (request.headers?.['content-type'] ?? 'application/json');
