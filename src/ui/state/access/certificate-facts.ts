import { dialectNamed, type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import { readBase64 } from '../../../api/encoding/base64.ts';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import { readCertificate } from '../../../x509/certificate.ts';
import { readCertificateRequest } from '../../../x509/certificate-request.ts';
import { pemBlocks } from '../../../x509/pem.ts';

export type RequestState = 'Pending' | 'Approved' | 'Issued' | 'Denied' | 'Failed';

/** Returns the state of a request. */
export function requestState({ status }: CertificateSigningRequest): RequestState {
  const has = (wanted: string) => (status?.conditions ?? []).some(({ type }) => type === wanted);
  if (has('Failed')) return 'Failed';
  if (has('Denied')) return 'Denied';
  if (!has('Approved')) return 'Pending';
  return status?.certificate ? 'Issued' : 'Approved';
}

/** Returns the requested subject; undefined for a request that cannot be parsed. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Counts of alternative names by kind: `2 DNS names, 1 URI`. */
  readonly alternativeNames: string;
}

export function requestedSubject({ spec }: CertificateSigningRequest): RequestedSubject | undefined {
  try {
    const { subject, alternativeNames } = readCertificateRequest(readBase64(spec.request) ?? new Uint8Array());
    const { hosts, addresses, emails, uris } = alternativeNames;
    const counts = [
      [hosts, 'DNS name'],
      [addresses, 'IP address'],
      [emails, 'e-mail address'],
      [uris, 'URI'],
    ] as const;
    const texts = counts.flatMap(([count, name]) =>
      count ? [`${count} ${count === 1 ? name : `${name}${name.endsWith('s') ? 'es' : 's'}`}`] : [],
    );
    return { ...subject, alternativeNames: texts.join(', ') };
  } catch {
    return undefined; // The server decides on requests; the page leaves out what it cannot parse.
  }
}

/** Returns an issued certificate as PEM; undefined before it is issued. */
export function certificateText({ status }: CertificateSigningRequest): string | undefined {
  const bytes = status?.certificate ? readBase64(status.certificate) : undefined;
  return bytes && new TextDecoder().decode(bytes);
}

/** Returns the validity of an issued certificate in milliseconds since 1970. */
export function certificateValidity(
  pem: string,
): { readonly notBefore: number; readonly notAfter: number } | undefined {
  try {
    const [block] = pemBlocks(pem);
    return block && readCertificate(block.bytes);
  } catch {
    return undefined; // Another signer's format that this page cannot parse.
  }
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formats a lifetime in its largest whole unit: `1 day`, `90 minutes`. */
export function lifetimeText(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0) ?? (['second', 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A built-in signer with its purpose and required usages. */
export interface Signer {
  readonly name: string;
  readonly title: string;
  readonly usages: readonly string[];
}

/** @param group API group of certificate signing requests, which determines the dialect. */
export function builtInSigners(group: string): readonly Signer[] {
  const dialect = dialectNamed(group.endsWith('.k8s.io') ? 'kubernetes' : 'cluster');
  const signer = (name: KubernetesName, title: string, usages: readonly string[]) => ({
    name: dialect.rename(name),
    title,
    usages,
  });
  return [
    signer(kubernetesName('kubernetes.io/kube-apiserver-client'), 'Client of this cluster', ['client auth']),
    signer(kubernetesName('kubernetes.io/kube-apiserver-client-kubelet'), 'Node as a client of this cluster', [
      'key encipherment',
      'digital signature',
      'client auth',
    ]),
    signer(kubernetesName('kubernetes.io/kubelet-serving'), 'Node as a server', [
      'key encipherment',
      'digital signature',
      'server auth',
    ]),
  ];
}
