import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { deployment, pod, type Situation, whyIn } from './why-cluster.ts';

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

const CRASHES = 'simulation.tabplane.dev/fault: crash-loop';
const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const taintNode = ({ client }: TestCluster) =>
  client.patch(NODE, 'strategic', { spec: { taints: [{ key: 'repair', effect: 'NoExecute' }] } });
const statefulSet = (annotations: string, more = '') => `
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec:
  serviceName: db
  replicas: 3
  selector: {matchLabels: {app: db}}
  template: {metadata: {labels: {app: db}, annotations: {${annotations}}}, spec: {containers: [{name: db, image: nginx}]}}
  ${more}`;
const CLAIM = '{accessModes: [ReadWriteOnce], storageClassName: fats, resources: {requests: {storage: 1Gi}}}';

/** States that no rule was written for, and the first sentences that explain them. */
const STATES: readonly (readonly [state: string, situation: Situation, sentence: RegExp])[] = [
  [
    'a daemon set whose only node was tainted by hand',
    {
      seed: `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: shop}
spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: nginx}]}}}`,
      act: taintNode,
      of: 'daemonsets/agent',
    },
    /taint/,
  ],
  [
    'a stateful set whose first pod crashes',
    { seed: statefulSet(CRASHES), wait: '60s', of: 'statefulsets/db' },
    /crash|exit/,
  ],
  [
    'a stateful set whose claims name a wrong class',
    {
      seed: statefulSet('', `volumeClaimTemplates: [{metadata: {name: data}, spec: ${CLAIM}}]`),
      of: 'statefulsets/db',
    },
    /fats/,
  ],
  [
    'a deployment whose only node was tainted by hand',
    { seed: deployment(''), act: taintNode, of: 'deployments/web' },
    /taint/,
  ],
  [
    'a rollout to an image with a typo',
    {
      seed: deployment('', { replicas: 2 }),
      act: ({ client }) =>
        client.patch(
          { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' },
          'strategic',
          { spec: { template: { spec: { containers: [{ name: 'web', image: 'missing' }] } } } },
        ),
      wait: '30s',
      of: 'deployments/web',
    },
    /image missing .*cannot be pulled/,
  ],
  [
    'a service whose pods are in another namespace',
    {
      seed: `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
---${deployment('').replace('namespace: shop', 'namespace: default')}`,
      of: 'services/web',
    },
    /selector|no pod/,
  ],
  [
    'a pod whose init container names a missing image',
    { seed: pod('initContainers: [{name: setup, image: missing}]'), of: 'pods/web' },
    /image missing .*setup|setup.*image missing/,
  ],
  [
    'a pod with an ephemeral claim of a wrong class',
    { seed: pod(`volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: ${CLAIM}}}}]`), of: 'pods/web' },
    /fats/,
  ],
];

describe('states without a rule of their own have right first sentences', () => {
  test.each(STATES)('%s', async (_state, situation, sentence) => {
    const why = await whyIn(template, situation);
    expect(why.sentence).toMatch(sentence);
  });
});
