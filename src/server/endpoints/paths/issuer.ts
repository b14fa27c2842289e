import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { methodNotAllowed, resourceNotFound } from '../../../api/status.ts';
import type { VerificationKey } from '../../../authentication/jwt.ts';
import type { Call } from '../../context/call.ts';
import { requireAccepted } from '../../http/negotiation.ts';
import { jsonResponse, pageNotFound } from '../../http/responses.ts';
import { issuersOf } from '../../identity/open-authenticator.ts';

const KEYS_TYPE = 'application/jwk-set+json';
const KEYS_PATH = '/openid/v1/jwks';
const DESCRIPTION_PATH = '/.well-known/openid-configuration';
const CACHED = 'public, max-age=3600';

/** Serves the documents for verifying service account tokens: the OpenID discovery document and the public keys. */
export async function answerIssuer(call: Call): Promise<ApiResponse> {
  const { info, request } = call;
  const path = [DESCRIPTION_PATH, KEYS_PATH].find((known) => `${info.path}/`.startsWith(`${known}/`));
  if (path === undefined) return pageNotFound();
  if (info.path.replace(/\/$/, '') !== path) throw resourceNotFound();
  if (request.method !== 'GET') throw methodNotAllowed();
  requireAccepted(request, path === KEYS_PATH ? KEYS_TYPE : 'application/json');
  const published = await publishedKeys(call);
  if (path === DESCRIPTION_PATH) return jsonResponse(200, description(call, published), { 'cache-control': CACHED });
  const keys = await Promise.all(published.map(jsonWebKey));
  return jsonResponse(200, { keys }, { 'content-type': KEYS_TYPE, 'cache-control': CACHED });
}

/** Includes the signing key even if it has not signed any token yet. */
async function publishedKeys({ server: { serviceAccountKeys } }: Call): Promise<readonly VerificationKey[]> {
  await serviceAccountKeys.signingKey();
  return serviceAccountKeys.verificationKeys();
}

const description = ({ server: { flags }, request }: Call, keys: readonly VerificationKey[]) => ({
  issuer: issuersOf(flags)[0],
  jwks_uri: flags['service-account-jwks-uri'] || `${request.origin}${KEYS_PATH}`,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
});

async function jsonWebKey({ keyId, algorithm, publicKey }: VerificationKey): Promise<object> {
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey('jwk', publicKey);
  return { use: 'sig', kty, kid: keyId, crv, alg: algorithm, x, y, n, e };
}
