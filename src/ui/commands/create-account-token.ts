import { apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type Discovery, findResource } from '../../client/discovery.ts';

/** How long a token is asked to be valid, in seconds. */
export const TOKEN_LIFETIME = 3600;

/** Requests a token for a service account. @throws ApiError when the current identity may not, or nothing is served. */
export async function createAccountToken(
  client: ApiClient,
  discovery: Discovery,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const accounts = findResource(discovery, 'serviceaccounts', '');
  const reviews = findResource(discovery, 'tokenreviews');
  if (!accounts || !reviews) throw new Error('This server issues no tokens for service accounts.');
  const { group, version, resource } = accounts;
  const answer = await client.create<{ readonly spec: object; readonly status?: { readonly token?: string } }>(
    { group, version, resource, namespace, name, subresource: 'token' },
    {
      apiVersion: apiVersionOf(reviews.group, reviews.version),
      kind: 'TokenRequest',
      spec: { expirationSeconds: TOKEN_LIFETIME },
    } as { readonly spec: object },
  );
  const token = answer.status?.token;
  if (!token) throw new Error('The server answered without a token.');
  return token;
}
