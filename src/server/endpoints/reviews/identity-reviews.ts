import { timeText } from '../../../api/environment.ts';
import type {
  SelfSubjectReview,
  TokenReview,
  UserInfo as UserInfoKind,
} from '../../../api/kinds/authentication-v1.generated.ts';
import { HeaderList } from '../../../api/messages/header-list.ts';
import { badRequest } from '../../../api/status.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import { AuthenticationError } from '../../../authentication/authenticator.ts';
import { errorsText } from '../../../authorization/errors-text.ts';
import type { Call, Endpoint } from '../../context/call.ts';
import { audiencesOf } from '../../identity/open-authenticator.ts';
import { answerReview, readReview } from './review-body.ts';

/** Returns the user of the caller. Ignores the metadata of the body. */
export const selfSubjectReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<SelfSubjectReview>(call);
  await admit();
  return answerReview(call, {
    apiVersion: body.apiVersion,
    kind: body.kind,
    metadata: { creationTimestamp: timeText(call.server.clock.now()) },
    status: { userInfo: userInfoOf(call.user) },
  } as SelfSubjectReview);
};

/** Returns the user of a token. An invalid token produces a response, not an error. */
export const tokenReview: Endpoint = async (call) => {
  const { body, admit } = await readReview<TokenReview>(call);
  const { token, audiences } = body.spec;
  if (!token) throw badRequest('token is required for TokenReview in authentication');
  await admit();
  const asked = audiences?.length ? audiences : audiencesOf(call.server.flags);
  body.status = { ...body.status, ...(await review(call, token, asked)) };
  return answerReview(call, body);
};

async function review(
  call: Call,
  token: string,
  audiences: readonly string[],
): Promise<Partial<TokenReview['status']>> {
  try {
    // Text that a header cannot carry is not a valid token.
    if (!HEADER_VALUE.test(token)) return { authenticated: false, error: 'invalid bearer token' };
    const request = { headers: new HeaderList({ authorization: `Bearer ${token}`.trim() }) };
    const found = await call.server.authenticator.authenticate(request, {}, { audiences });
    if (!found) return { authenticated: false };
    return { authenticated: true, user: userInfoOf(found.user), audiences: [...(found.audiences ?? [])] };
  } catch (error) {
    if (error instanceof AuthenticationError) return { authenticated: false, error: errorsText(error.problems) };
    throw error;
  }
}

/** Bytes except for controls, which end or divide a header. */
const HEADER_VALUE = /^[\t\n\r]*[^\0\n\r\u0100-\uffff]*[\t\n\r ]*$/;

const userInfoOf = ({ username, uid, groups, extra }: UserInfo): UserInfoKind => ({
  username,
  ...(uid ? { uid } : {}),
  ...(groups?.length ? { groups: [...groups] } : {}),
  ...(extra ? { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) } : {}),
});
