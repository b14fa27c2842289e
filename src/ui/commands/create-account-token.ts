import { apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type DiscoveredResource, type Discovery, findResource } from '../../client/discovery.ts';

/** Requested lifetime of a token in seconds. */
const TOKEN_LIFETIME = 3600;

interface TokenOptions {
  readonly namespace: string;
  readonly name: string;
  /** A valid token: the new one gets the same audiences. */
  readonly knownToken: string;
}

/** Requests a token for a service account. @throws ApiError when the current identity is not allowed to */
export async function createAccountToken(
  client: ApiClient,
  discovery: Discovery,
  { namespace, name, knownToken }: TokenOptions,
): Promise<string> {
  const accounts = findResource(discovery, 'serviceaccounts', '');
  const reviews = findResource(discovery, 'tokenreviews');
  if (!accounts || !reviews) throw new Error('This server does not issue service account tokens.');
  const { group, version, resource } = accounts;
  const audiences = await audiencesOf(client, reviews, knownToken);
  const address = { group, version, resource, namespace, name, subresource: 'token' };
  const request = {
    apiVersion: apiVersionOf(reviews.group, reviews.version),
    kind: 'TokenRequest',
    spec: { expirationSeconds: TOKEN_LIFETIME, audiences },
  };
  const { status } = await client.create<typeof request & { readonly status?: { readonly token?: string } }>(
    address,
    request,
  );
  if (!status?.token) throw new Error('The server returned no token.');
  return status.token;
}

/** Reads a token's audiences from a token review: servers of the cluster dialect require them in a token request. */
async function audiencesOf(client: ApiClient, reviews: DiscoveredResource, token: string): Promise<string[]> {
  const { group, version, resource, kind } = reviews;
  const review = { apiVersion: apiVersionOf(group, version), kind, metadata: {}, spec: { token } };
  const { status } = await client.create<typeof review & { readonly status?: { readonly audiences?: string[] } }>(
    { group, version, resource },
    review,
  );
  return status?.audiences ?? [];
}
