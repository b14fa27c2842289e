import { writeCertificateRequest } from '../../src/api/certificate-request-writer.ts';
import type { PluginAnswer, PluginFlags, PluginRequest } from './plugin-server.ts';

/** What a plugin is for, as two requests that differ in it. */
export interface PluginCase {
  readonly plugin: string;
  /** What it enforces or fills in, as a sentence. */
  readonly rule: string;
  /** It is off unless a flag enables it. */
  readonly isOptional?: boolean;
  readonly flags?: Omit<PluginFlags, 'enable'>;
  /** What there must be. */
  readonly given?: readonly PluginRequest[];
  /** The plugin leaves it alone. */
  readonly left: PluginRequest;
  /** The plugin refuses or changes it. */
  readonly acted: PluginRequest;
  /** What shows that it did: part of the answer. */
  readonly effect: Partial<Omit<PluginAnswer, 'body'>> & { readonly body?: object };
}

const NAMESPACE = '/api/v1/namespaces/x';
const PODS = `${NAMESPACE}/pods`;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

/** A pod named p with one container; the account token is left out of it. */
const pod = (spec: object = {}, metadata: object = {}, container: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i', ...container }], ...spec },
});
const create = (path: string, body: object, as: PluginRequest['as'] = 'admin'): PluginRequest => ({ path, body, as });
const createPod = (...parts: Parameters<typeof pod>): PluginRequest => create(PODS, pod(...parts));
const patch = (path: string, body: object, as: PluginRequest['as'] = 'admin'): PluginRequest => ({
  ...{ method: 'PATCH', path, body, as },
});

const refused = (message: string, status = 403) => ({ status, body: { message } });
const podRefused = (why: string) => refused(`pods "p" is forbidden: ${why}`);
const changed = (body: object, status = 201) => ({ status, body });

/** Lets ann do everything in a group, so that only the plugin can be in the way. */
const annMay = (group: string, ...resources: string[]): PluginRequest[] => [
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

/** A CertificateSigningRequest for a member of a group. */
async function signingRequest(group: string, signerName = 'kubernetes.io/kube-apiserver-client') {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const content = { commonName: 'somebody', organizations: [group], hosts: [] };
  const bytes = btoa(String.fromCharCode(...(await writeCertificateRequest(content, keys))));
  const pem = `-----BEGIN CERTIFICATE REQUEST-----\n${bytes}\n-----END CERTIFICATE REQUEST-----\n`;
  return { metadata: { name: 'r' }, spec: { signerName, usages: ['client auth'], request: btoa(pem) } };
}

const condition = { type: 'Approved', status: 'True', reason: 'Test', message: '' };
const approval = (name: string): PluginRequest =>
  patch(`${REQUESTS}/${name}/approval`, { status: { conditions: [condition] } }, 'ann');
const webhooks = (kind: string, path: string): PluginRequest =>
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
const configMap = create(`${NAMESPACE}/configmaps`, { metadata: { name: 'c' } });
const secret = create(`${NAMESPACE}/secrets`, { metadata: { name: 's' } });
const claim = (spec: object = {}, metadata: object = {}): PluginRequest =>
  create(`${NAMESPACE}/persistentvolumeclaims`, {
    metadata: { name: 'v', ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  });
const storageClass = (name: string, fields: object = {}, annotations: object = {}): PluginRequest =>
  create(CLASSES, { metadata: { name, annotations }, provisioner: 'p', ...fields });
const service = (spec: object): PluginRequest =>
  create(`${NAMESPACE}/services`, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }], ...spec } });
const ingress = (spec: object = {}): PluginRequest =>
  create('/apis/networking.k8s.io/v1/namespaces/x/ingresses', {
    metadata: { name: 'i' },
    spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
  });
const event = create(`${NAMESPACE}/events`, { metadata: { name: 'e' }, involvedObject: { namespace: 'x' } });
const node = (metadata: object = {}): PluginRequest =>
  create('/api/v1/nodes', { metadata: { name: 'n1', ...metadata } });
const apart = (topologyKey: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { a: 'b' } } }],
    },
  },
});
const owner = (blockOwnerDeletion: boolean) => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', blockOwnerDeletion }],
});
const KUBECONFIG = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://images/policy' } }],
  users: [{ name: 'u', user: {} }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});

/** What DefaultTolerationSeconds gives every pod. */
const TOLERATIONS = ['not-ready', 'unreachable'].map((condition) => ({
  ...{ key: `node.kubernetes.io/${condition}`, operator: 'Exists', effect: 'NoExecute' },
  tolerationSeconds: 300,
}));

/** Every plugin of the server's table. */
export const PLUGIN_CASES: readonly PluginCase[] = [
  {
    plugin: 'AlwaysAdmit',
    rule: 'lets everything in, whatever it is asked',
    isOptional: true,
    left: { method: 'GET', path: PODS },
    acted: configMap,
    effect: { status: 201, asked: ['AlwaysAdmit'] },
  },
  {
    plugin: 'AlwaysDeny',
    rule: 'refuses every change',
    isOptional: true,
    left: { method: 'GET', path: PODS },
    acted: create('/api/v1/namespaces', { metadata: { name: 'n' } }),
    effect: refused('namespaces "n" is forbidden: admission control is denying all modifications'),
  },
  {
    plugin: 'AlwaysPullImages',
    rule: 'has images pulled each time',
    isOptional: true,
    left: configMap,
    acted: createPod({}, {}, { imagePullPolicy: 'Never' }),
    effect: changed({ spec: { containers: [{ imagePullPolicy: 'Always' }] } }),
  },
  {
    plugin: 'CertificateApproval',
    rule: 'lets approve only who may use the signer',
    given: [
      create(REQUESTS, await signingRequest('dev', 'example.com/a')),
      ...annMay('certificates.k8s.io', 'certificatesigningrequests', 'certificatesigningrequests/approval'),
    ],
    left: patch(`${REQUESTS}/r`, { metadata: { labels: { a: 'b' } } }, 'ann'),
    acted: approval('r'),
    effect: refused(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to approve requests with signerName "example.com/a"',
    ),
  },
  {
    plugin: 'CertificateSigning',
    rule: 'lets sign only who may use the signer',
    given: [
      create(REQUESTS, await signingRequest('dev', 'example.com/a')),
      ...annMay('certificates.k8s.io', 'certificatesigningrequests', 'certificatesigningrequests/status'),
    ],
    left: patch(`${REQUESTS}/r`, { metadata: { labels: { a: 'b' } } }, 'ann'),
    acted: patch(`${REQUESTS}/r/status`, { status: { conditions: [{ ...condition, type: 'Failed' }] } }, 'ann'),
    effect: refused(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to sign requests with signerName "example.com/a"',
    ),
  },
  {
    plugin: 'CertificateSubjectRestriction',
    rule: 'makes nobody a member of system:masters by a certificate',
    left: create(REQUESTS, await signingRequest('dev')),
    acted: create(REQUESTS, await signingRequest('system:masters')),
    effect: refused(
      'certificatesigningrequests.certificates.k8s.io "r" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
    ),
  },
  {
    plugin: 'DefaultIngressClass',
    rule: 'gives an Ingress without a class the default one',
    given: [
      create('/apis/networking.k8s.io/v1/ingressclasses', {
        metadata: { name: 'web', annotations: { 'ingressclass.kubernetes.io/is-default-class': 'true' } },
        spec: { controller: 'example.com/c' },
      }),
    ],
    left: ingress({ ingressClassName: 'own' }),
    acted: ingress(),
    effect: changed({ spec: { ingressClassName: 'web' } }),
  },
  {
    plugin: 'DefaultStorageClass',
    rule: 'gives a claim without a class the default one',
    given: [storageClass('fast', {}, { 'storageclass.kubernetes.io/is-default-class': 'true' })],
    left: claim({ storageClassName: '' }),
    acted: claim(),
    effect: changed({ spec: { storageClassName: 'fast' } }),
  },
  {
    plugin: 'DefaultTolerationSeconds',
    rule: 'lets a pod stay on an unready or unreachable node for five minutes',
    left: configMap,
    acted: createPod(),
    effect: changed({ spec: { tolerations: TOLERATIONS } }),
  },
  {
    plugin: 'DenyServiceExternalIPs',
    rule: 'refuses new external addresses of a Service',
    isOptional: true,
    left: service({}),
    acted: service({ externalIPs: ['1.2.3.4'] }),
    effect: refused('services "s" is forbidden: Use of external IPs is denied by admission control'),
  },
  {
    plugin: 'EventRateLimit',
    rule: 'refuses events beyond the burst of a namespace',
    isOptional: true,
    flags: { configuration: { limits: [{ type: 'Namespace', qps: 0.001, burst: 1 }] } },
    given: [event],
    left: configMap,
    acted: { ...event, body: { metadata: { name: 'e2' }, involvedObject: { namespace: 'x' } } },
    effect: refused('Too many requests: limit reached on type Namespace for key x', 429),
  },
  {
    plugin: 'ExtendedResourceToleration',
    rule: 'lets a pod that asks for a special resource onto the nodes kept for it',
    isOptional: true,
    left: configMap,
    acted: createPod({}, {}, { resources: { limits: { 'example.com/gpu': '1' } } }),
    effect: changed({
      spec: { tolerations: [...TOLERATIONS, { key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }] },
    }),
  },
  {
    plugin: 'ImagePolicyWebhook',
    rule: 'refuses the images that its backend refuses',
    isOptional: true,
    flags: { configuration: { imagePolicy: { kubeConfigFile: KUBECONFIG } } },
    left: createPod(),
    acted: createPod({}, {}, { image: 'forbidden' }),
    effect: podRefused('image policy webhook backend denied one or more images: not in the catalogue'),
  },
  {
    plugin: 'LimitPodHardAntiAffinityTopology',
    rule: 'lets a pod keep others off its host only',
    isOptional: true,
    left: createPod(apart('kubernetes.io/hostname')),
    acted: createPod(apart('zone')),
    effect: podRefused(
      'affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    ),
  },
  {
    plugin: 'LimitRanger',
    rule: 'holds containers to the limits of the namespace',
    given: [
      create(`${NAMESPACE}/limitranges`, {
        metadata: { name: 'l' },
        spec: { limits: [{ type: 'Container', max: { cpu: '1' }, defaultRequest: { cpu: '100m' } }] },
      }),
    ],
    left: createPod({}, {}, { resources: { limits: { cpu: '1' } } }),
    acted: createPod({}, {}, { resources: { limits: { cpu: '2' } } }),
    effect: podRefused('maximum cpu usage per Container is 1, but limit is 2'),
  },
  {
    plugin: 'MutatingAdmissionWebhook',
    rule: 'has objects changed by webhooks',
    given: [webhooks('mutating', '/mutate')],
    left: secret,
    acted: configMap,
    effect: changed({ metadata: { labels: { hooked: 'yes' } } }),
  },
  {
    plugin: 'NamespaceAutoProvision',
    rule: 'makes the namespace that an object is created in',
    isOptional: true,
    left: { method: 'GET', path: '/api/v1/namespaces/other/configmaps' },
    acted: { ...configMap, path: '/api/v1/namespaces/other/configmaps' },
    effect: { status: 201 },
  },
  {
    plugin: 'NamespaceExists',
    rule: 'refuses writes in a namespace that does not exist',
    isOptional: true,
    flags: { disable: ['NamespaceLifecycle'] },
    left: configMap,
    acted: { ...configMap, path: '/api/v1/namespaces/absent/configmaps' },
    effect: refused('namespaces "absent" not found', 404),
  },
  {
    plugin: 'NamespaceLifecycle',
    rule: 'keeps the namespaces that the system needs',
    left: { method: 'DELETE', path: '/api/v1/namespaces/x' },
    acted: { method: 'DELETE', path: '/api/v1/namespaces/default' },
    effect: refused('namespaces "default" is forbidden: this namespace may not be deleted'),
  },
  {
    plugin: 'NodeRestriction',
    rule: 'holds the agent of a node to its own Node',
    isOptional: true,
    given: annMay('', 'nodes'),
    left: create('/api/v1/nodes', { metadata: { name: 'n1' } }, 'node'),
    acted: create('/api/v1/nodes', { metadata: { name: 'n2' } }, 'node'),
    effect: refused('nodes "n2" is forbidden: node "n1" is not allowed to modify node "n2"'),
  },
  {
    plugin: 'OwnerReferencesPermissionEnforcement',
    rule: 'lets block the deletion of an owner only who may finalize it',
    isOptional: true,
    given: annMay('', 'configmaps'),
    left: create(configMap.path, { metadata: { name: 'c', ...owner(false) } }, 'ann'),
    acted: create(configMap.path, { metadata: { name: 'c', ...owner(true) } }, 'ann'),
    effect: refused(
      'configmaps "c" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>',
    ),
  },
  {
    plugin: 'PersistentVolumeClaimResize',
    rule: 'lets a claim grow only where its class allows it',
    given: [
      storageClass('rigid'),
      claim({ storageClassName: 'rigid', volumeName: 'v' }),
      patch(`${NAMESPACE}/persistentvolumeclaims/v/status`, { status: { phase: 'Bound' } }),
    ],
    left: patch(`${NAMESPACE}/persistentvolumeclaims/v`, { metadata: { labels: { a: 'b' } } }),
    acted: patch(`${NAMESPACE}/persistentvolumeclaims/v`, { spec: { resources: { requests: { storage: '2Gi' } } } }),
    effect: refused(
      'persistentvolumeclaims "v" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
    ),
  },
  {
    plugin: 'PersistentVolumeLabel',
    rule: 'keeps a provisioned volume to its zone',
    isOptional: true,
    left: configMap,
    acted: create('/api/v1/persistentvolumes', {
      metadata: {
        name: 'v',
        labels: { 'topology.kubernetes.io/zone': 'a', 'topology.kubernetes.io/region': 'r' },
        annotations: { 'pv.kubernetes.io/provisioned-by': 'p' },
      },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/v' } },
    }),
    effect: changed({
      spec: {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'topology.kubernetes.io/region', operator: 'In', values: ['r'] },
                  { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a'] },
                ],
              },
            ],
          },
        },
      },
    }),
  },
  {
    plugin: 'PodNodeSelector',
    rule: 'sends pods to the nodes of their namespace',
    isOptional: true,
    flags: { configuration: { podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'tier=common' } } },
    left: configMap,
    acted: createPod({ nodeSelector: { tier: 'other' } }),
    effect: podRefused('pod node label selector conflicts with its namespace node label selector'),
  },
  {
    plugin: 'PodSecurity',
    rule: 'holds pods to the standard of their namespace',
    given: [
      patch('/api/v1/namespaces/x', { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } }),
    ],
    left: createPod(),
    acted: createPod({ hostNetwork: true }),
    effect: podRefused('violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'),
  },
  {
    plugin: 'PodTolerationRestriction',
    rule: 'gives pods the tolerations of their namespace',
    isOptional: true,
    flags: { configuration: { default: [{ key: 'team', operator: 'Exists' }] } },
    left: configMap,
    acted: createPod(),
    effect: changed({ spec: { tolerations: [{ key: 'team', operator: 'Exists' }, ...TOLERATIONS] } }),
  },
  {
    plugin: 'Priority',
    rule: 'knows the priority class of a pod',
    left: createPod(),
    acted: createPod({ priorityClassName: 'absent' }),
    effect: podRefused('no PriorityClass with name absent was found'),
  },
  {
    plugin: 'ResourceQuota',
    rule: 'refuses what a quota does not have left',
    given: [
      create(`${NAMESPACE}/resourcequotas`, { metadata: { name: 'q' }, spec: { hard: { configmaps: '0' } } }),
      patch(`${NAMESPACE}/resourcequotas/q/status`, {
        status: { hard: { configmaps: '0' }, used: { configmaps: '0' } },
      }),
    ],
    left: secret,
    acted: configMap,
    effect: refused(
      'configmaps "c" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=0, limited: configmaps=0',
    ),
  },
  {
    plugin: 'RuntimeClass',
    rule: 'charges a pod what its runtime class takes',
    given: [
      create('/apis/node.k8s.io/v1/runtimeclasses', {
        metadata: { name: 'r' },
        handler: 'h',
        overhead: { podFixed: { cpu: '50m' } },
      }),
    ],
    left: createPod(),
    acted: createPod({ runtimeClassName: 'r' }),
    effect: changed({ spec: { overhead: { cpu: '50m' } } }),
  },
  {
    plugin: 'SecurityContextDeny',
    rule: 'refuses pods that choose their user',
    isOptional: true,
    flags: { gates: 'SecurityContextDeny=true' },
    left: createPod(),
    acted: createPod({ securityContext: { runAsUser: 1 } }),
    effect: podRefused('pod.Spec.SecurityContext.RunAsUser is forbidden'),
  },
  {
    plugin: 'ServiceAccount',
    rule: 'gives a pod the account of its namespace',
    left: configMap,
    acted: createPod(),
    effect: changed({ spec: { serviceAccountName: 'default' } }),
  },
  {
    plugin: 'StorageObjectInUseProtection',
    rule: 'keeps a claim while it is in use',
    left: configMap,
    acted: claim(),
    effect: changed({ metadata: { finalizers: ['kubernetes.io/pvc-protection'] } }),
  },
  {
    plugin: 'TaintNodesByCondition',
    rule: 'keeps pods off a node that has not said that it is ready',
    left: configMap,
    acted: node(),
    effect: changed({ spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }] } }),
  },
  {
    plugin: 'ValidatingAdmissionPolicy',
    rule: 'refuses what a policy refuses',
    given: [
      create('/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicies', {
        metadata: { name: 'p' },
        spec: {
          matchConstraints: {
            resourceRules: [
              { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
            ],
          },
          validations: [{ expression: 'has(object.data)', message: 'there must be data' }],
        },
      }),
      create('/apis/admissionregistration.k8s.io/v1beta1/validatingadmissionpolicybindings', {
        metadata: { name: 'b' },
        spec: { policyName: 'p', validationActions: ['Deny'] },
      }),
    ],
    left: create(configMap.path, { metadata: { name: 'c' }, data: { a: 'b' } }),
    acted: configMap,
    effect: refused(
      "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: there must be data",
      422,
    ),
  },
  {
    plugin: 'ValidatingAdmissionWebhook',
    rule: 'refuses what a webhook refuses',
    given: [webhooks('validating', '/deny')],
    left: secret,
    acted: configMap,
    effect: refused('admission webhook "hook.example.com" denied the request: not today', 400),
  },
];
