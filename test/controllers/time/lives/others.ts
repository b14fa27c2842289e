import { addressOf } from '../../../../src/client/typed-address.ts';
import type { ForkableCluster } from '../../../../src/embedding/cluster.ts';
import { always, type Life } from '../life.ts';
import { condition, find, names } from './observe.ts';

const pod = (name: string, status: string, more = ''): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: default, labels: {app: web}${more}}
spec: {nodeName: elsewhere, containers: [{name: web, image: nginx}]}
status: ${status}
`;
const READY =
  '{phase: Running, podIP: 10.0.0.5, podIPs: [{ip: 10.0.0.5}], conditions: [{type: Ready, status: "True"}]}';
const SERVICE = `---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;

/** Returns the addresses of the first endpoint of each slice of the service. */
async function slicesOf({ client }: ForkableCluster): Promise<unknown> {
  const { items } = await client.list('discovery.k8s.io/v1/endpointslices');
  const own = items.filter(({ metadata }) => metadata.name?.startsWith('web-'));
  return own.map(({ endpoints }) => endpoints?.[0]?.addresses);
}

export const OTHERS: readonly Life[] = [
  {
    controller: 'disruption-controller',
    title: 'keeps an announced eviction for two minutes',
    seed: `${pod('web', READY)}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: default}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
status: {currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1, disruptedPods: {web: "2024-01-15T09:01:00Z"}}
`,
    async observe(cluster) {
      const { status } = await find(cluster, 'policy/v1/poddisruptionbudgets', 'web');
      return [status.currentHealthy, Object.keys(status.disruptedPods ?? {})];
    },
    after: { ...always([1, []]), 'a minute': [0, ['web']] },
  },
  {
    controller: 'disruption-controller',
    title: 'withdraws a disruption that has not happened after two minutes',
    seed: pod(
      'web',
      '{phase: Running, conditions: [{type: DisruptionTarget, status: "True", reason: EvictionByEvictionAPI, lastTransitionTime: "2024-01-15T09:01:00Z"}]}',
    ),
    observe: async (cluster) => condition((await find(cluster, 'v1/pods', 'web')).status, 'DisruptionTarget'),
    after: { ...always('False'), 'a minute': 'True EvictionByEvictionAPI' },
  },
  {
    controller: 'pod-garbage-collector-controller',
    title: 'deletes the pods of a missing node',
    seed: pod('lost', READY),
    observe: (cluster) => names(cluster, 'v1/pods'),
    after: { 'an hour': [], 'a day': [], 'thirty days': [] },
  },
  {
    controller: 'pod-garbage-collector-controller',
    title: 'deletes the oldest terminated pods beyond the threshold',
    flags: { 'terminated-pod-gc-threshold': '1' },
    seed: ['a', 'b'].map((name) => pod(name, '{phase: Succeeded}').replace('nodeName: elsewhere, ', '')).join(''),
    observe: (cluster) => names(cluster, 'v1/pods'),
    after: always(['b']),
  },
  {
    controller: 'garbage-collector-controller',
    title: 'deletes the dependents of a missing owner',
    seed: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: dependent
  namespace: default
  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: gone, uid: 00000000-0000-4000-8000-000000000000}]
`,
    observe: (cluster) => names(cluster, 'v1/configmaps'),
    after: always([]),
  },
  {
    controller: 'endpoints-controller',
    title: 'lists the ready pods of a service',
    seed: SERVICE + pod('web', READY),
    observe: async (cluster) => (await find(cluster, 'v1/endpoints', 'web')).subsets?.[0]?.addresses?.[0]?.ip,
    after: always('10.0.0.5'),
  },
  {
    controller: 'endpointslice-controller',
    title: 'lists the ready pods of a service',
    seed: `apiVersion: v1\nkind: Node\nmetadata: {name: elsewhere}\n${SERVICE}${pod('web', READY)}`,
    observe: slicesOf,
    after: always([['10.0.0.5']]),
  },
  {
    controller: 'endpointslice-mirroring-controller',
    title: 'mirrors the endpoints of a service without a selector',
    seed: `${SERVICE.replace('selector: {app: web}, ', '')}---
apiVersion: v1
kind: Endpoints
metadata: {name: web, namespace: default}
subsets: [{addresses: [{ip: 192.0.2.1}], ports: [{port: 80}]}]
`,
    observe: slicesOf,
    after: always([['192.0.2.1']]),
  },
  {
    controller: 'node-ipam-controller',
    title: 'assigns an address range to a node once',
    seed: 'apiVersion: v1\nkind: Node\nmetadata: {name: one}',
    observe: async (cluster) => (await find(cluster, 'v1/nodes', 'one')).spec.podCIDR,
    after: always('10.128.0.0/24'),
  },
  {
    controller: 'ttl-controller',
    title: 'annotates a node with its cache TTL',
    seed: 'apiVersion: v1\nkind: Node\nmetadata: {name: one}',
    observe: async (cluster) =>
      (await find(cluster, 'v1/nodes', 'one')).metadata.annotations?.['node.alpha.kubernetes.io/ttl'],
    after: always('0'),
  },
  {
    controller: 'validatingadmissionpolicy-status-controller',
    title: 'checks a policy once',
    flags: {
      'feature-gates': 'ValidatingAdmissionPolicy=true',
      'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
    },
    seed: `
apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicy
metadata: {name: wrong}
spec:
  validations: [{expression: object.replicas > 1}]
  matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: ["*"], resources: [deployments]}]}
`,
    async observe({ client }) {
      const policies = {
        group: 'admissionregistration.k8s.io',
        version: 'v1beta1',
        resource: 'validatingadmissionpolicies',
      };
      const [policy] = (await client.list<{ metadata: object; status?: { observedGeneration?: number } }>(policies))
        .items;
      return policy?.status?.observedGeneration;
    },
    after: always(1),
  },
  {
    controller: 'resourcequota-controller',
    title: 'counts a terminating pod until a grace period after its deletion time',
    seed: `apiVersion: v1
kind: ResourceQuota
metadata: {name: pods, namespace: default}
spec: {hard: {pods: "10"}}
${pod('web', READY).replace('{nodeName', '{terminationGracePeriodSeconds: 900, nodeName')}`,
    act: ({ client }) => client.delete({ ...addressOf('v1/pods'), namespace: 'default', name: 'web' }),
    observe: async (cluster) => (await find(cluster, 'v1/resourcequotas', 'pods')).status.used.pods,
    after: { ...always('0'), 'a minute': '1' },
  },
  {
    controller: 'clusterrole-aggregation-controller',
    title: 'aggregates the rules of roles',
    seed: `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {shop: "true"}}
rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: shop}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {shop: "true"}}]}
`,
    observe: async (cluster) => (await find(cluster, 'rbac.authorization.k8s.io/v1/clusterroles', 'shop')).rules.length,
    after: always(1),
  },
];
