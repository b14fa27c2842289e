import { timeText } from '../../api/environment.ts';
import type { CertificateSigningRequest } from '../../api/kinds/certificates-v1.generated.ts';
import { apiVersionOf } from '../../api/object.ts';
import { parseIpAddress } from '../../api/values/ip-address.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { writeCertificateRequest } from '../../x509/certificate-request-writer.ts';
import { writePem } from '../../x509/pem.ts';

/** Approves or denies a request as the current identity. @throws ApiError */
export async function decideRequest(
  client: ApiClient,
  { group, version, resource }: DiscoveredResource,
  request: CertificateSigningRequest,
  decision: 'Approved' | 'Denied',
  now: number,
): Promise<void> {
  const address = { group, version, resource, name: request.metadata.name ?? '', subresource: 'approval' };
  const time = timeText(now);
  const condition = {
    type: decision,
    status: 'True',
    reason: `Tabplane${decision === 'Approved' ? 'Approve' : 'Deny'}`,
    message: `${decision} on the Certificates page.`,
    lastUpdateTime: time,
    lastTransitionTime: time,
  };
  const live = await client.get<CertificateSigningRequest>({ group, version, resource, name: address.name });
  const conditions = [...(live.status?.conditions ?? []), condition];
  await client.update<CertificateSigningRequest>(address, { ...live, status: { ...live.status, conditions } });
}

export interface NewRequest {
  readonly name: string;
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Host names and IP addresses. */
  readonly hosts: readonly string[];
  readonly signerName: string;
  readonly usages: readonly string[];
  readonly expirationSeconds: number;
}

/** The requester's private key and request as PEM. The key exists nowhere else. */
export interface RequestedKey {
  readonly name: string;
  readonly key: string;
  readonly request: string;
}

/** Generates a key pair in this page and requests a certificate for it. @throws ApiError */
export async function createRequest(
  client: ApiClient,
  { group, version, resource, kind }: DiscoveredResource,
  asked: NewRequest,
): Promise<RequestedKey> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const { commonName, organizations, hosts } = asked;
  const content = { commonName, organizations, hosts: hosts.map((host) => addressBytes(host) ?? host) };
  const request = writePem('CERTIFICATE REQUEST', await writeCertificateRequest(content, keys));
  const key = writePem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey)));
  const { signerName, expirationSeconds, usages, name } = asked;
  await client.create(
    { group, version, resource },
    {
      apiVersion: apiVersionOf(group, version),
      kind,
      metadata: { name },
      spec: { request: btoa(request), signerName, expirationSeconds, usages },
    },
  );
  return { name, key, request };
}

/** The bytes of an IP address; undefined for a host name. */
function addressBytes(text: string): Uint8Array | undefined {
  const address = parseIpAddress(text);
  if (!address) return undefined;
  const length = address.version === 4 ? 4 : 16;
  const byteAt = (index: number) => Number((address.value >> BigInt(8 * (length - 1 - index))) & 0xffn);
  return Uint8Array.from({ length }, (_, index) => byteAt(index));
}
