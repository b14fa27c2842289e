import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { type Act, deployment, type Situation, whyIn } from './why-cluster.ts';

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

const quota = (hard: string) => `
apiVersion: v1
kind: ResourceQuota
metadata: {name: small, namespace: shop}
spec: {hard: {${hard}}}`;
const load =
  (...texts: readonly string[]): Act =>
  async (cluster) => {
    for (const text of texts) {
      await cluster.load(text);
      await cluster.clock.step('10s');
    }
  };
const container = (image: string) => `containers: [{name: work, image: ${image}}]`;
const job = (name: string, image: string) => `
apiVersion: batch/v1
kind: Job
metadata: {name: ${name}, namespace: shop}
spec: {template: {spec: {restartPolicy: Never, ${container(image)}}}}`;
const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 4, maxReplicas: 5}`;
const service = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}`;
const ingress = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: shop}
spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}`;
const budget = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}`;
const replicaSet = (spec: string) => `
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: web, namespace: shop}
spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {${spec}}}}`;
const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {storageClassName: slow, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}`;
const daemonSet = (spec: string) => `
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: shop}
spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {${spec}}}}`;
const settings = `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {color: blue}`;
const crashes = { annotations: 'simulation.tabplane.dev/fault: crash-loop' };

/** States that no rule was written for, and what was said about them. */
const STATES: readonly (readonly [state: string, situation: Situation, sentence: string])[] = [
  [
    'a job whose pods a quota forbids',
    { act: load(quota("pods: '0'"), job('work', 'busybox')), of: 'jobs/work' },
    'Running: pods cannot be created, because quota small allows pods=0, pods=0 is used, and one more needs pods=1.',
  ],
  [
    'a deployment that an autoscaler scales beyond a quota',
    {
      act: load(quota("pods: '2'"), deployment('', { container: 'resources: {requests: {cpu: 100m}}' }), autoscaler),
      wait: '60s',
      of: 'deployments/web',
    },
    '2 of 4 available: pods cannot be created, because quota small allows pods=2, pods=2 is used, and one more needs pods=1.',
  ],
  [
    'an ingress whose pods crash',
    { act: load(deployment('', crashes), service, ingress), wait: '60s', of: 'ingresses/web' },
    'Ingress web: service web does not serve, because one pod is not ready since 09:03 UTC, because container web exits with code 1, and was restarted four times, with increasing back-off delays.',
  ],
  [
    'a disruption budget whose pods crash',
    { act: load(deployment('', crashes), budget), wait: '60s', of: 'poddisruptionbudgets/web' },
    'Blocks evictions: 0 of 1 pods are healthy, and 1 must be, because one pod is not ready since 09:03 UTC, because container web exits with code 1, and was restarted four times, with increasing back-off delays.',
  ],
  [
    'a replica set with a service account that does not exist',
    { act: load(replicaSet(`serviceAccountName: robot, ${container('nginx')}`)), of: 'replicasets/web' },
    '0 of 2 available: pods cannot be created, because service account robot does not exist.',
  ],
  [
    'a deployment whose claim names a class that does not exist',
    {
      act: load(claim, deployment('volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]')),
      of: 'deployments/web',
    },
    '0 of 1 available: one pod has no node since 09:01 UTC, because persistent volume claim data is not bound, because storage class slow does not exist, and no volume of that class is available.',
  ],
  [
    'a daemon set whose secret does not exist',
    {
      act: load(daemonSet(`volumes: [{name: v, secret: {secretName: keys}}], ${container('nginx')}`)),
      wait: '60s',
      of: 'daemonsets/agent',
    },
    '0 of 1 available: one pod has not started since 09:02 UTC, because secret keys of its volume v does not exist.',
  ],
  [
    'a deployment that reads a missing key of a config map',
    {
      act: load(
        settings,
        deployment('', { container: 'env: [{name: SIZE, valueFrom: {configMapKeyRef: {name: settings, key: size}}}]' }),
      ),
      of: 'deployments/web',
    },
    '0 of 1 available: one pod has not started since 09:01 UTC, because config map settings has no key size, which container web needs.',
  ],
  [
    'a job whose image does not exist',
    { act: load(job('work', 'missing')), wait: '30s', of: 'jobs/work' },
    'Running: one pod has not started since 09:01 UTC, because image missing of container work cannot be pulled: it was not found.',
  ],
  [
    'a stateful set whose pods request more memory than a node has',
    {
      act: load(`
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: shop}
spec:
  serviceName: db
  replicas: 2
  selector: {matchLabels: {app: db}}
  template: {metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: postgres, resources: {requests: {memory: 900Gi}}}]}}`),
      of: 'statefulsets/db',
    },
    '0 of 2 available: one pod has no node since 09:01 UTC, because it requests 900Gi memory, and the largest node has only 256Gi memory.',
  ],
];

describe('a state without a rule of its own has a right sentence:', () => {
  test.each(STATES)('%s', async (_state, situation, sentence) => {
    expect((await whyIn(template, situation)).sentence).toBe(sentence);
  });
});
