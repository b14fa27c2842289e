import { type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import type { CertificateRequest } from '../../x509/certificate-request.ts';

/** Returns the problem of a request for one of the cluster's own signers; undefined when it may be signed. */
type SignerRule = (request: CertificateRequest, usages: readonly string[]) => string | undefined;

export const NODE_CLIENT_SIGNER = kubernetesName('kubernetes.io/kube-apiserver-client-kubelet');

/** The cluster's own signers. */
export const SIGNERS: readonly (readonly [signer: KubernetesName, rule: SignerRule])[] = [
  [kubernetesName('kubernetes.io/kube-apiserver-client'), (_request, usages) => clientUsageProblem(usages)],
  [NODE_CLIENT_SIGNER, nodeClientProblem],
  [kubernetesName('kubernetes.io/kubelet-serving'), nodeServingProblem],
  // Requests from before signers had names are signed without a check.
  [kubernetesName('kubernetes.io/legacy-unknown'), () => undefined],
];

const OPTIONAL_CLIENT_USAGES = ['digital signature', 'key encipherment'];

function clientUsageProblem(usages: readonly string[]): string | undefined {
  const other = usages.find((usage) => usage !== 'client auth' && !OPTIONAL_CLIENT_USAGES.includes(usage));
  if (other !== undefined) return `invalid usage for client certificate: ${other}`;
  return usages.includes('client auth') ? undefined : 'missing required usage for client certificate: client auth';
}

/** Checks a request for a node agent's client certificate. */
export function nodeClientProblem({ subject, alternativeNames }: CertificateRequest, usages: readonly string[]) {
  return (
    organizationProblem(subject.organizations) ??
    (alternativeNames.hosts ? 'DNS subjectAltNames are not allowed' : undefined) ??
    (alternativeNames.emails ? 'Email subjectAltNames are not allowed' : undefined) ??
    (alternativeNames.addresses ? 'IP subjectAltNames are not allowed' : undefined) ??
    (alternativeNames.uris ? 'URI subjectAltNames are not allowed' : undefined) ??
    nodeNameProblem(subject.commonName) ??
    usageProblem(usages, ['client auth', 'digital signature', 'key encipherment'])
  );
}

/** Checks a request for a node agent's serving certificate. */
function nodeServingProblem({ subject, alternativeNames }: CertificateRequest, usages: readonly string[]) {
  const isNameless = alternativeNames.hosts === 0 && alternativeNames.addresses === 0;
  return (
    organizationProblem(subject.organizations) ??
    (isNameless ? 'DNS or IP subjectAltName is required' : undefined) ??
    (alternativeNames.emails ? 'Email subjectAltNames are not allowed' : undefined) ??
    (alternativeNames.uris ? 'URI subjectAltNames are not allowed' : undefined) ??
    usageProblem(usages, ['digital signature', 'key encipherment', 'server auth']) ??
    nodeNameProblem(subject.commonName)
  );
}

const organizationProblem = (organizations: readonly string[]): string | undefined =>
  organizations.length === 1 && organizations[0] === 'system:nodes'
    ? undefined
    : 'subject organization is not system:nodes';

const nodeNameProblem = (commonName: string): string | undefined =>
  commonName.startsWith('system:node:') ? undefined : 'subject common name does not begin with system:node:';

/** Checks usages. `key encipherment` may be missing, because only RSA keys have it. */
function usageProblem(usages: readonly string[], expected: readonly string[]): string | undefined {
  const without = expected.filter((usage) => usage !== 'key encipherment');
  const isSame = [expected, without].some(
    (wanted) => wanted.length === usages.length && wanted.every((usage) => usages.includes(usage)),
  );
  return isSame ? undefined : `usages did not match [${expected.join(' ')}]`;
}
