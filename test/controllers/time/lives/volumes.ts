import { addressOf } from '../../../../src/client/typed-address.ts';
import { always, type Life } from '../life.ts';
import { condition, find, names } from './observe.ts';
import { HEARTBEATS, NODE } from './simulated.ts';

const MANAGED = 'volumes.kubernetes.io/controller-managed-attach-detach: "true"';
const DISK = `
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: ""
  csi: {driver: disk.example.com, volumeHandle: disk}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default}
spec: {accessModes: [ReadWriteOnce], storageClassName: "", resources: {requests: {storage: 1Gi}}}
`;
const POD = `---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec:
  nodeName: one
  containers: [{name: web, image: nginx}]
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
`;
const claims = { ...addressOf('v1/persistentvolumeclaims'), namespace: 'default' };
const pods = { ...addressOf('v1/pods'), namespace: 'default' };

export const VOLUMES: readonly Life[] = [
  {
    controller: 'persistentvolume-binder-controller',
    title: 'keeps a claim and its volume bound',
    seed: DISK,
    observe: async (cluster) => [
      (await find(cluster, 'v1/persistentvolumeclaims', 'data')).status.phase,
      (await find(cluster, 'v1/persistentvolumes', 'disk')).status.phase,
    ],
    after: always(['Bound', 'Bound']),
  },
  {
    controller: 'persistentvolumeclaim-protection-controller',
    others: ['persistentvolume-binder-controller'],
    title: 'keeps a terminating claim while a pod uses it',
    seed: DISK + POD,
    act: ({ client }) => client.delete({ ...claims, name: 'data' }),
    observe: (cluster) => names(cluster, 'v1/persistentvolumeclaims'),
    after: always(['data']),
  },
  {
    controller: 'persistentvolume-protection-controller',
    others: ['persistentvolume-binder-controller'],
    title: 'keeps a terminating volume while it is bound',
    seed: DISK,
    async act({ client, clock }) {
      await clock.step(0);
      await client.delete({ ...addressOf('v1/persistentvolumes'), name: 'disk' });
    },
    observe: (cluster) => names(cluster, 'v1/persistentvolumes'),
    after: always(['disk']),
  },
  {
    controller: 'ephemeral-volume-controller',
    title: 'creates the claim of an ephemeral volume once',
    seed: POD.replace(
      'persistentVolumeClaim: {claimName: data}',
      'ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}}',
    ),
    observe: (cluster) => names(cluster, 'v1/persistentvolumeclaims'),
    after: always(['web-data']),
  },
  {
    controller: 'persistentvolume-expander-controller',
    others: ['persistentvolume-binder-controller'],
    title: 'leaves a claim of unchanged size alone',
    seed: DISK,
    observe: async (cluster) => (await find(cluster, 'v1/persistentvolumeclaims', 'data')).status.capacity,
    after: always({ storage: '1Gi' }),
  },
  {
    controller: 'persistentvolume-attach-detach-controller',
    others: ['persistentvolume-binder-controller'],
    title: 'detaches a volume that seems to be in use from a silent node after six minutes',
    seed: `
apiVersion: v1
kind: Node
metadata: {name: one, annotations: {${MANAGED}}}
status:
  conditions: [{type: Ready, status: Unknown}]
  volumesInUse: [kubernetes.io/csi/disk.example.com^disk]
---${DISK}${POD}`,
    async act({ client, clock }) {
      await clock.step(0);
      await client.delete({ ...pods, name: 'web' }, { gracePeriodSeconds: 0 });
    },
    observe: async (cluster) => (await names(cluster, 'storage.k8s.io/v1/volumeattachments')).length,
    after: { ...always(0), 'a minute': 1 },
  },
  {
    ...NODE,
    controller: 'scheduler',
    others: [...NODE.others, 'persistentvolume-binder-controller'],
    title: 'stops waiting for a new volume after ten minutes, and retries',
    seed: `${HEARTBEATS}---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: slow}
provisioner: slow.example.com
volumeBindingMode: WaitForFirstConsumer
---
${DISK.slice(DISK.indexOf('---') + 4).replace('storageClassName: ""', 'storageClassName: slow')}${POD.replace('  nodeName: one\n', '')}`,
    observe: async (cluster) => condition((await find(cluster, 'v1/pods', 'web')).status, 'PodScheduled'),
    // A day has 144 retries. Those of thirty days would take as long as all other lives without simulated nodes.
    after: { 'a minute': undefined, 'an hour': 'False SchedulerError', 'a day': 'False SchedulerError' },
  },
];
