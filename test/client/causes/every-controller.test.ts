import { expect, test } from 'vitest';
import type { WriteRecord } from '../../../src/api/debug/causes.ts';
import type { CertificateSigningRequest } from '../../../src/api/kinds/certificates-v1.generated.ts';
import { ApiError } from '../../../src/client/api-error.ts';
import { controlLoops } from '../../../src/hosts/controllers/control-loops.ts';
import { createTestCluster, followChange, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { makeRequest } from '../../authentication/certificate-maker.ts';

/** Components that write only Events, which are not recorded. */
const SILENT = ['persistentvolume-expander-controller'];

const POD = '{containers: [{name: a, image: nginx}]}';
const TEMPLATE = `{metadata: {labels: {app: web}}, spec: ${POD}}`;
const OBJECTS = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: outside, namespace: default}
subsets: [{addresses: [{ip: 192.0.2.1}], ports: [{port: 80}]}]
---
apiVersion: v1
kind: Service
metadata: {name: outside, namespace: default}
spec: {ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec: {replicas: 2, selector: {matchLabels: {app: web}}, template: ${TEMPLATE}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db, namespace: default}
spec: {serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app: db}}, spec: ${POD}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: default}
spec: {selector: {matchLabels: {app: agent}}, template: {metadata: {labels: {app: agent}}, spec: ${POD}}}
---
apiVersion: v1
kind: ReplicationController
metadata: {name: old, namespace: default}
spec: {replicas: 1, selector: {app: old}, template: {metadata: {labels: {app: old}}, spec: ${POD}}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: tick, namespace: default}
spec:
  schedule: '* * * * *'
  jobTemplate:
    spec:
      ttlSecondsAfterFinished: 10
      template:
        metadata: {annotations: {simulation.tabplane.dev/run-duration: 5s}}
        spec: {restartPolicy: Never, containers: [{name: a, image: busybox, command: ['true']}]}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: default}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 3, maxReplicas: 4}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: default}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: all, namespace: default}
spec: {hard: {pods: '100', configmaps: '50'}}
---
apiVersion: v1
kind: Secret
metadata: {name: token, namespace: default, annotations: {kubernetes.io/service-account.name: default}}
type: kubernetes.io/service-account-token
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: whole}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: whole}}]}
rules: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: part, labels: {part: whole}}
rules: [{apiGroups: [''], resources: [pods], verbs: [get]}]
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}, storageClassName: manual}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default}
spec: {accessModes: [ReadWriteOnce], storageClassName: manual, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: scratch, namespace: default}
spec:
  containers: [{name: a, image: nginx}]
  volumes:
  - name: v
    ephemeral:
      volumeClaimTemplate:
        spec: {accessModes: [ReadWriteOnce], storageClassName: manual, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Namespace
metadata: {name: away}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: cluster-info, namespace: kube-public}
data: {kubeconfig: 'apiVersion: v1'}
---
apiVersion: v1
kind: Secret
metadata: {name: bootstrap-token-abcdef, namespace: kube-system}
type: bootstrap.kubernetes.io/token
stringData: {token-id: abcdef, token-secret: 0123456789abcdef, usage-bootstrap-signing: 'true'}
---
apiVersion: v1
kind: Secret
metadata: {name: bootstrap-token-expire, namespace: kube-system}
type: bootstrap.kubernetes.io/token
stringData: {token-id: expire, token-secret: 0123456789abcdef, expiration: '2024-01-15T09:02:00Z'}
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: ValidatingAdmissionPolicy
metadata: {name: p}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: ['*'], resources: [deployments]}]}
  validations: [{expression: object.spec.replicas > 0}]
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: far}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  csi: {driver: disk.example.com, volumeHandle: far}
  storageClassName: far
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: far, namespace: default}
spec: {accessModes: [ReadWriteOnce], storageClassName: far, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Node
metadata: {name: real, annotations: {volumes.kubernetes.io/controller-managed-attach-detach: 'true'}}
---
apiVersion: v1
kind: Pod
metadata: {name: far, namespace: default}
spec:
  nodeName: real
  containers: [{name: a, image: nginx}]
  volumes: [{name: v, persistentVolumeClaim: {claimName: far}}]
`;

const requestOf = async (name: string, signerName: string, subject: string): Promise<string> => `
---
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata: {name: ${name}}
spec: {request: ${btoa((await makeRequest(subject)).pem)}, signerName: ${signerName}, usages: [client auth, digital signature]}
`;

/** Requests certificates and approves one of them. */
async function certify(cluster: TestCluster): Promise<void> {
  await cluster.load(
    await requestOf('node', 'kubernetes.io/kube-apiserver-client-kubelet', 'CN=system:node:n1, O=system:nodes'),
  );
  const address = { group: 'certificates.k8s.io', version: 'v1', resource: 'certificatesigningrequests', name: 'user' };
  await cluster.load(await requestOf('user', 'kubernetes.io/kube-apiserver-client', 'CN=jane'));
  const request = await cluster.client.get<CertificateSigningRequest>(address);
  const conditions = [{ type: 'Approved', status: 'True' }];
  await cluster.client.update({ ...address, subresource: 'approval' }, { ...request, status: { conditions } });
}

/** Deletes objects, loses a node and lets time pass, so that components clean up. */
async function act({ client, clock }: TestCluster): Promise<void> {
  const core = { group: '', version: 'v1' };
  const here = { ...core, namespace: 'default' };
  await client.delete({ group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' });
  await client.delete({ ...core, resource: 'namespaces', name: 'away' });
  await client.delete({ ...here, resource: 'pods', name: 'scratch' });
  await client.delete({ ...here, resource: 'secrets', name: 'token' });
  await client.delete({ ...here, resource: 'persistentvolumeclaims', name: 'data' });
  await client.delete({ ...core, resource: 'persistentvolumes', name: 'disk' });
  await client.patch({ ...core, resource: 'nodes', name: 'simulated-node-0' }, 'merge', {
    metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } },
  });
  await clock.step('10m');
  await client.delete({ ...core, resource: 'nodes', name: 'simulated-node-0' });
  await clock.step('1m');
  // An approved certificate request is kept for an hour.
  await client.delete({ group: 'batch', version: 'v1', resource: 'cronjobs', namespace: 'default', name: 'tick' });
  await clock.step('61m');
}

/** Returns all recorded writes. */
async function allWrites(cluster: TestCluster): Promise<WriteRecord[]> {
  const { metadata } = await cluster.client.list({ group: '', version: 'v1', resource: 'pods' });
  const writes: WriteRecord[] = [];
  for (let revision = 1; revision <= Number(metadata.resourceVersion); revision++) {
    try {
      const { chain } = await followChange(cluster, { revision: String(revision) });
      if (chain[0]) writes.push(chain[0]);
    } catch (error) {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
    }
  }
  return writes;
}

test('each write of a controller or other component of the cluster has a cause', async () => {
  const cluster = await createTestCluster({
    controllers: '*,bootstrap-signer-controller,token-cleaner-controller',
    simulatedNodes: 2,
    flags: {
      'feature-gates': 'ValidatingAdmissionPolicy=true',
      'runtime-config': 'admissionregistration.k8s.io/v1beta1=true',
    },
  });
  await cluster.load(OBJECTS);
  await certify(cluster);
  await cluster.clock.step('3m');
  await act(cluster);
  const writes = await allWrites(cluster);
  const isOfCluster = ({ user }: WriteRecord): boolean => user.startsWith('system:');
  const isExplained = ({ cause }: WriteRecord): boolean => Boolean(cause?.reasons.length || cause?.because);
  expect(writes.filter((write) => isOfCluster(write) && !isExplained(write))).toEqual([]);
  const wrote = new Set(writes.map(({ cause }) => cause?.component));
  expect(controlLoops.map(({ name }) => name).filter((name) => !wrote.has(name))).toEqual(SILENT);
  await cluster.close();
}, 120_000);
