import { addressOf } from '../../../../src/client/typed-address.ts';
import type { ForkableCluster } from '../../../../src/embedding/cluster.ts';
import { readCertificate } from '../../../../src/x509/certificate.ts';
import { pemBlocks } from '../../../../src/x509/pem.ts';
import { certificateRequest } from '../../../clients/certificate-request.ts';
import { always, DAY, HOUR, type Life } from '../life.ts';
import { condition, find, names } from './observe.ts';

const token = (id: string, expiration?: string): string => `---
apiVersion: v1
kind: Secret
metadata: {name: bootstrap-token-${id}, namespace: kube-system}
type: bootstrap.kubernetes.io/token
stringData:
  token-id: ${id}
  token-secret: 0123456789abcdef
  usage-bootstrap-signing: "true"
  ${expiration ? `expiration: "${expiration}"` : ''}
`;
const TOKENS = token('minute', '2024-01-15T09:31:00Z') + token('month0', '2024-02-04T09:01:00Z') + token('always');

const CLUSTER_INFO = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: cluster-info, namespace: kube-public}
data: {kubeconfig: "apiVersion: v1"}
`;

const CLIENT_SIGNER = 'kubernetes.io/kube-apiserver-client';
const REQUESTS = 'certificates.k8s.io/v1/certificatesigningrequests';

/** Creates a certificate request, and approves or denies it. */
async function request(cluster: ForkableCluster, name: string, decision?: 'Approved' | 'Denied'): Promise<void> {
  const address = addressOf(REQUESTS);
  const created = await cluster.client.create(address, JSON.parse(await certificateRequest(name, CLIENT_SIGNER)));
  if (!decision) return;
  const conditions = [{ type: decision, status: 'True', lastUpdateTime: '2024-01-15T09:01:00Z' }];
  await cluster.client.update({ ...address, name, subresource: 'approval' }, { ...created, status: { conditions } });
}

export const ACCOUNTS: readonly Life[] = [
  {
    controller: 'token-cleaner-controller',
    title: 'deletes each bootstrap token when it expires',
    seed: TOKENS,
    observe: (cluster) => names(cluster, 'v1/secrets', 'kube-system'),
    after: {
      'a minute': ['bootstrap-token-always', 'bootstrap-token-minute', 'bootstrap-token-month0'],
      'an hour': ['bootstrap-token-always', 'bootstrap-token-month0'],
      'a day': ['bootstrap-token-always', 'bootstrap-token-month0'],
      'thirty days': ['bootstrap-token-always'],
    },
  },
  {
    controller: 'bootstrap-signer-controller',
    others: ['token-cleaner-controller'],
    title: 'signs with the tokens that have not expired',
    seed: CLUSTER_INFO + TOKENS,
    async observe(cluster) {
      const { data } = await find(cluster, 'v1/configmaps', 'cluster-info', 'kube-public');
      return Object.keys(data)
        .filter((key) => key.startsWith('jws-'))
        .sort();
    },
    after: {
      'a minute': ['jws-kubeconfig-always', 'jws-kubeconfig-minute', 'jws-kubeconfig-month0'],
      'an hour': ['jws-kubeconfig-always', 'jws-kubeconfig-month0'],
      'a day': ['jws-kubeconfig-always', 'jws-kubeconfig-month0'],
      'thirty days': ['jws-kubeconfig-always'],
    },
  },
  {
    controller: 'serviceaccount-controller',
    title: 'creates the default account of a namespace',
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    observe: (cluster) => names(cluster, 'v1/serviceaccounts', 'shop'),
    after: always(['default']),
  },
  {
    controller: 'serviceaccount-token-controller',
    title: 'fills the Secret of an account with a token that remains valid',
    seed: `
apiVersion: v1
kind: ServiceAccount
metadata: {name: robot, namespace: default}
---
apiVersion: v1
kind: Secret
metadata: {name: robot-token, namespace: default, annotations: {kubernetes.io/service-account.name: robot}}
type: kubernetes.io/service-account-token
`,
    async observe(cluster) {
      const { data } = await find(cluster, 'v1/secrets', 'robot-token');
      const headers = { authorization: `Bearer ${atob(data.token)}` };
      return (await cluster.fetch('/api', { headers })).status;
    },
    after: always(200),
  },
  {
    controller: 'root-ca-certificate-publisher-controller',
    title: 'publishes the certificate authority in a new namespace',
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    observe: (cluster) => names(cluster, 'v1/configmaps', 'shop'),
    after: always(['kube-root-ca.crt']),
  },
  {
    controller: 'certificatesigningrequest-cleaner-controller',
    title: 'deletes requests an hour after their denial, or a day after their creation',
    act: async (cluster) => {
      await request(cluster, 'pending');
      await request(cluster, 'denied', 'Denied');
    },
    observe: (cluster) => names(cluster, REQUESTS),
    after: { 'a minute': ['denied', 'pending'], 'an hour': ['pending'], 'a day': [], 'thirty days': [] },
  },
  {
    controller: 'certificatesigningrequest-signing-controller',
    title: 'issues one certificate for an approved request',
    act: (cluster) => request(cluster, 'approved', 'Approved'),
    async observe(cluster) {
      const { status } = await find(cluster, REQUESTS, 'approved');
      return [typeof status.certificate, condition(status, 'Failed')];
    },
    after: always(['string', undefined]),
  },
  ...Object.entries({ 'an hour': HOUR, 'a day': DAY }).map(
    ([words, ahead]): Life => ({
      controller: 'certificatesigningrequest-cleaner-controller',
      others: ['certificatesigningrequest-signing-controller'],
      title: `keeps a request with its certificate for an hour after a client whose clock is ${words} behind approved it`,
      async act(cluster) {
        await cluster.clock.step(ahead);
        await request(cluster, 'approved', 'Approved');
      },
      async observe(cluster) {
        const found = await find(cluster, REQUESTS, 'approved');
        if (!found) return undefined;
        const [block] = pemBlocks(atob(found.status.certificate));
        const { notBefore, notAfter } = readCertificate(block?.bytes ?? new Uint8Array());
        const now = await cluster.clock.now();
        return [notBefore <= now, now < notAfter];
      },
      after: { 'a minute': [true, true], 'an hour': undefined, 'a day': undefined, 'thirty days': undefined },
    }),
  ),
  {
    controller: 'certificatesigningrequest-approving-controller',
    title: 'ignores requests that it does not decide',
    act: (cluster) => request(cluster, 'client'),
    observe: async (cluster) => (await find(cluster, REQUESTS, 'client')).status,
    after: always({}),
  },
];
