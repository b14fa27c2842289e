import { SERVICE_ACCOUNT_ISSUER } from '../../authentication/service-account-token.ts';
import type { Call } from '../call.ts';
import { requireAccepted } from '../negotiation.ts';
import { jsonResponse, pageNotFound } from '../responses.ts';

const KEYS_TYPE = 'application/jwk-set+json';
const KEYS_PATH = '/openid/v1/jwks';

/** What others need to verify the tokens of service accounts: the issuer's description, and its public keys. */
export async function answerIssuer(call: Call): Promise<Response> {
  const { url, request } = call;
  if (url.pathname === '/.well-known/openid-configuration') {
    requireAccepted(request, 'application/json');
    return jsonResponse(200, description(call), { 'cache-control': CACHED });
  }
  if (url.pathname !== KEYS_PATH) return pageNotFound();
  requireAccepted(request, KEYS_TYPE);
  return jsonResponse(200, { keys: await publicKeys(call) }, { 'content-type': KEYS_TYPE, 'cache-control': CACHED });
}

const CACHED = 'public, max-age=3600';

const description = ({ server, url }: Call) => ({
  issuer: server.dialect.rename(SERVICE_ACCOUNT_ISSUER),
  jwks_uri: `${url.origin}${KEYS_PATH}`,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
});

const publicKeys = ({ server }: Call): Promise<object[]> =>
  Promise.all(
    [...server.serviceAccountKeys.publicKeys].map(async ([kid, key]) => {
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key);
      return { use: 'sig', kty, kid, crv, alg: 'ES256', x, y };
    }),
  );
