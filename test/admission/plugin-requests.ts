import { writeCertificateRequest } from '../../src/x509/certificate-request-writer.ts';
import type { PluginAnswer, PluginFlags, PluginRequest } from './plugin-server.ts';

/** Two requests that show the effect of a plugin. */
export interface PluginCase {
  readonly plugin: string;
  /** What the plugin enforces or sets, as a sentence. */
  readonly rule: string;
  /** Whether it is off by default. */
  readonly isOptional?: boolean;
  readonly flags?: Omit<PluginFlags, 'enable'>;
  /** Objects that must exist. */
  readonly given?: readonly PluginRequest[];
  /** A request that the plugin ignores. */
  readonly left: PluginRequest;
  /** A request that the plugin denies or changes. */
  readonly acted: PluginRequest;
  /** The visible effect: part of the response. */
  readonly effect: Partial<Omit<PluginAnswer, 'body'>> & { readonly body?: object };
}

export const NAMESPACE = '/api/v1/namespaces/x';
export const PODS = `${NAMESPACE}/pods`;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';
export const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

/** Returns a pod named p with one container and without an account token. */
export const pod = (spec: object = {}, metadata: object = {}, container: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});
export const create = (path: string, body: object, as: PluginRequest['as'] = 'admin'): PluginRequest => ({
  path,
  body,
  as,
});
export const createPod = (...parts: Parameters<typeof pod>): PluginRequest => create(PODS, pod(...parts));
export const patch = (path: string, body: object, as: PluginRequest['as'] = 'admin'): PluginRequest => ({
  ...{ method: 'PATCH', path, body, as },
});

export const denied = (message: string, status = 403) => ({ status, body: { message } });
export const podDenied = (why: string) => denied(`pods "p" is forbidden: ${why}`);
export const changed = (body: object, status = 201) => ({ status, body });

/** Grants ann everything in a group, so that only the plugin can deny her requests. */
export const annMay = (group: string, ...resources: string[]): PluginRequest[] => [
  create(`${RBAC}/clusterroles`, {
    metadata: { name: 'ann' },
    rules: [{ apiGroups: [group], resources, verbs: ['create', 'get', 'update', 'patch'] }],
  }),
  create(`${RBAC}/clusterrolebindings`, {
    metadata: { name: 'ann' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'ann' },
    subjects: [
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' },
      { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:node:n1' },
    ],
  }),
];

/** Returns a CertificateSigningRequest for a member of a group. */
export async function signingRequest(group: string, signerName = 'kubernetes.io/kube-apiserver-client') {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const content = { commonName: 'someone', organizations: [group], hosts: [] };
  const bytes = btoa(String.fromCharCode(...(await writeCertificateRequest(content, keys))));
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes}\n-----END CERTIFICATE REQUEST-----\n`;
  return { metadata: { name: 'r' }, spec: { signerName, usages: ['client auth'], request: btoa(pem) } };
}

export const condition = { type: 'Approved', status: 'True', reason: 'Test', message: '' };
export const approval = (name: string): PluginRequest =>
  patch(`${REQUESTS}/${name}/approval`, { status: { conditions: [condition] } }, 'ann');
export const webhooks = (kind: string, path: string): PluginRequest =>
  create(`${ADMISSION}/${kind}webhookconfigurations`, {
    metadata: { name: 'hooks' },
    webhooks: [
      {
        name: 'hook.example.com',
        clientConfig: { url: `https://hooks${path}` },
        rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  });
export const configMap = create(`${NAMESPACE}/configmaps`, { metadata: { name: 'c' } });
export const secret = create(`${NAMESPACE}/secrets`, { metadata: { name: 's' } });
export const claim = (spec: object = {}, metadata: object = {}): PluginRequest =>
  create(`${NAMESPACE}/persistentvolumeclaims`, {
    metadata: { name: 'v', ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
export const storageClass = (name: string, fields: object = {}, annotations: object = {}): PluginRequest =>
  create(CLASSES, { metadata: { name, annotations }, provisioner: 'p', ...fields });
export const service = (spec: object): PluginRequest =>
  create(`${NAMESPACE}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }], ...spec } });
export const ingress = (spec: object = {}): PluginRequest =>
  create('/apis/networking.k8s.io/v1/namespaces/x/ingresses', {
    metadata: { name: 'i' },
    spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
  });
export const event = create(`${NAMESPACE}/events`, { metadata: { name: 'e' }, involvedObject: { namespace: 'x' } });
export const node = (metadata: object = {}): PluginRequest =>
  create('/api/v1/nodes', { metadata: { name: 'n1', ...metadata } });
export const apart = (topologyKey: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { a: 'b' } } }],
    },
  },
});
export const owner = (blockOwnerDeletion: boolean) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', blockOwnerDeletion }],
});
export const KUBECONFIG = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://images/policy' } }],
  users: [{ name: 'u', user: {} }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});

/** Tolerations that DefaultTolerationSeconds adds to every pod. */
export const TOLERATIONS = ['not-ready', 'unreachable'].map((condition) => ({
  ...{ key: `node.kubernetes.io/${condition}`, operator: 'Exists', effect: 'NoExecute' },
  tolerationSeconds: 300,
}));

/** A volume that a provisioner labeled with its zone. */
export const provisionedVolume = create('/api/v1/persistentvolumes', {
  metadata: {
    name: 'v',
    labels: { 'topology.kubernetes.io/zone': 'a', 'topology.kubernetes.io/region': 'r' },
    annotations: { 'pv.kubernetes.io/provisioned-by': 'p' },
  },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/v' } },
});
