import { describe, expect, it } from 'vitest';
import type { PodAffinityTerm } from '../../src/api/kinds/core-v1.generated.ts';
import { FakeCluster, nodeNamed, podNamed } from './fake-cluster.ts';

const none = (reasons: string, nodes = 1): string => `0/${nodes} nodes are available: ${reasons}.`;
const zone = (name: string, value: string) => nodeNamed(name, { labels: { zone: value } });

describe('a pod that fits no node gets the reasons of the filters', () => {
  it('for a cordoned node, unless it tolerates the taint of cordoned nodes', () => {
    const cluster = new FakeCluster(nodeNamed('a', { spec: { unschedulable: true } }));
    expect(cluster.schedule(podNamed('p'))).toBe(none('1 node(s) were unschedulable'));
    const tolerations = [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }];
    expect(cluster.schedule(podNamed('p', { tolerations }))).toBe('a');
  });

  it('for a taint, with its key and value', () => {
    const taints = [
      { key: 'soft', effect: 'PreferNoSchedule' },
      { key: 'dedicated', value: 'x', effect: 'NoSchedule' },
    ];
    const cluster = new FakeCluster(nodeNamed('a', { spec: { taints } }));
    expect(cluster.schedule(podNamed('p'))).toBe(none('1 node(s) had untolerated taint {dedicated: x}'));
    expect(cluster.schedule(podNamed('p', { tolerations: [{ key: 'dedicated', value: 'x' }] }))).toBe('a');
  });

  it('for labels of the node selector and the node affinity', () => {
    const cluster = new FakeCluster(nodeNamed('a', { labels: { disk: 'ssd', size: '8' } }), nodeNamed('b'));
    const text = none("2 node(s) didn't match Pod's node affinity/selector", 2);
    expect(cluster.schedule(podNamed('p', { nodeSelector: { disk: 'hdd' } }))).toBe(text);
    const affinity = (key: string, operator: string, values: string[]) => ({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }],
        },
      },
    });
    expect(cluster.schedule(podNamed('p', { affinity: affinity('size', 'Gt', ['7']) }))).toBe('a');
    expect(cluster.schedule(podNamed('p', { affinity: affinity('size', 'Gt', ['8']) }))).toBe(text);
    expect(cluster.schedule(podNamed('p', { affinity: affinity('disk', 'NotIn', ['ssd']) }))).toBe('b');
  });

  it('only for the nodes that a node affinity names', () => {
    const cluster = new FakeCluster(nodeNamed('a', { allocatable: { cpu: '1' } }), nodeNamed('b'), nodeNamed('c'));
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
        },
      },
    };
    expect(cluster.schedule(podNamed('p', { affinity, requests: { cpu: '2' } }))).toBe(none('1 Insufficient cpu', 3));
  });

  it('not at all when a node affinity names a node that does not exist', () => {
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['gone'] }] }],
        },
      },
    };
    const cluster = new FakeCluster(nodeNamed('a'));
    expect(cluster.schedule(podNamed('p', { affinity }))).toBe('nodeinfo not found for node name "gone"');
  });

  it('for host ports in use, where 0.0.0.0 stands for every address', () => {
    const using = (hostPort: number, hostIP?: string) => ({
      containers: [{ name: 'app', ports: [{ containerPort: 80, hostPort, ...(hostIP ? { hostIP } : {}) }] }],
    });
    const cluster = new FakeCluster(nodeNamed('a')).place('a', podNamed('web', using(80, '10.0.0.1')));
    const text = none("1 node(s) didn't have free ports for the requested pod ports");
    expect(cluster.schedule(podNamed('p', using(80)))).toBe(text);
    expect(cluster.schedule(podNamed('p', using(80, '10.0.0.2')))).toBe('a');
  });

  it('for each insufficient resource, and for too many pods', () => {
    const allocatable = { cpu: '1', memory: '1Gi', pods: '1' };
    const cluster = new FakeCluster(nodeNamed('a', { allocatable })).place(
      'a',
      podNamed('x', { requests: { cpu: '600m' } }),
    );
    const requests = { cpu: '500m', memory: '2Gi', 'example.com/gpu': '1' };
    expect(cluster.schedule(podNamed('p', { requests }))).toBe(
      none('1 Insufficient cpu, 1 Insufficient example.com/gpu, 1 Insufficient memory, 1 Too many pods'),
    );
  });

  it('for its anti-affinity, and for that of other pods', () => {
    const term = (app: string): PodAffinityTerm[] => [{ topologyKey: 'zone', labelSelector: { matchLabels: { app } } }];
    const avoiding = (app: string) => ({
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: term(app) },
    });
    const cluster = new FakeCluster(zone('a', 'eu'), zone('b', 'eu'), zone('c', 'us'));
    cluster.place('a', podNamed('web', { labels: { app: 'web' } }));
    cluster.place('c', podNamed('db', { labels: { app: 'db' }, affinity: avoiding('web') }));
    expect(cluster.schedule(podNamed('p', { labels: { app: 'web' }, affinity: avoiding('web') }))).toBe(
      none(
        "1 node(s) didn't satisfy existing pods anti-affinity rules, 2 node(s) didn't match pod anti-affinity rules",
        3,
      ),
    );
  });

  it('for affinity, except for the first pod of a group with affinity to itself', () => {
    const affinity = {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } } },
        ],
      },
    };
    const cluster = new FakeCluster(zone('a', 'eu'), zone('b', 'us'));
    expect(cluster.schedule(podNamed('p', { affinity }))).toBe(none("2 node(s) didn't match pod affinity rules", 2));
    expect(cluster.schedule(podNamed('p', { affinity, labels: { app: 'web' } }))).toMatch(/^[ab]$/);
    cluster.place('b', podNamed('web', { labels: { app: 'web' } }));
    expect(cluster.schedule(podNamed('p', { affinity }))).toBe('b');
  });

  it('for topology spread, and for nodes without the label', () => {
    const topologySpreadConstraints = [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ];
    const pod = podNamed('p', { labels: { app: 'web' }, topologySpreadConstraints });
    const cluster = new FakeCluster(zone('a', 'eu'), zone('b', 'us'), nodeNamed('c'));
    cluster.place('a', podNamed('1', { labels: { app: 'web' } }), podNamed('2', { labels: { app: 'web' } }));
    expect(cluster.schedule(pod)).toBe('b');
    cluster.cluster.cache.setNode(nodeNamed('b', { labels: { zone: 'us' }, spec: { unschedulable: true } }));
    expect(cluster.schedule(pod)).toBe(
      none(
        "1 node(s) didn't match pod topology spread constraints, 1 node(s) didn't match pod topology spread constraints (missing required label), 1 node(s) were unschedulable",
        3,
      ),
    );
  });

  it('not for topology spread of all pods: a selector without requirements counts none', () => {
    const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };
    const cluster = new FakeCluster(
      zone('a', 'eu'),
      nodeNamed('b', { labels: { zone: 'us' }, spec: { unschedulable: true } }),
    );
    cluster.place('a', podNamed('1'), podNamed('2'));
    expect(cluster.schedule(podNamed('p', { topologySpreadConstraints: [constraint] }))).toBe('a');
  });
});

describe('claims of a pod', () => {
  const pod = podNamed('p', { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] });
  const claim = {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    metadata: { name: 'data', namespace: 'default' },
    spec: { storageClassName: 'local', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  const storageClass = (provisioner: string) => ({
    kind: 'StorageClass',
    apiVersion: 'storage.k8s.io/v1',
    metadata: { name: 'local' },
    provisioner,
    volumeBindingMode: 'WaitForFirstConsumer',
  });
  const volumeOn = (node: string) => ({
    kind: 'PersistentVolume',
    apiVersion: 'v1',
    metadata: { name: `volume-${node}` },
    spec: {
      capacity: { storage: '5Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'local',
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }] },
          ],
        },
      },
    },
    status: { phase: 'Available' },
  });

  const inZone = (zone: string) => ({
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] }] },
  });

  it('must exist, and must be bound unless their class waits for a consumer', () => {
    const cluster = new FakeCluster(nodeNamed('a'));
    expect(cluster.schedule(pod)).toBe(none('persistentvolumeclaim "data" not found'));
    cluster.claims.set(claim);
    expect(cluster.schedule(pod)).toBe(none('pod has unbound immediate PersistentVolumeClaims'));
  });

  it('restrict a pod to nodes where a volume exists or can be provisioned', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b'));
    cluster.claims.set(claim);
    cluster.classes.set(storageClass('kubernetes.io/no-provisioner'));
    expect(cluster.schedule(pod)).toBe(none("2 node(s) didn't find available persistent volumes to bind", 2));
    cluster.volumes.set(volumeOn('b'));
    expect(cluster.schedule(pod)).toBe('b');
    cluster.volumes.delete('volume-b');
    cluster.classes.set(storageClass('example.com/disk'));
    expect(cluster.schedule(pod)).toMatch(/^[ab]$/);
  });

  it('keep a pod in the zone of their volumes, except for volumes that are provisioned for the pod', () => {
    const label = 'topology.kubernetes.io/zone';
    const cluster = new FakeCluster(nodeNamed('a', { labels: { [label]: 'eu' } }));
    const bound = {
      ...claim,
      metadata: { ...claim.metadata, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
      spec: { ...claim.spec, volumeName: 'disk' },
    };
    const { nodeAffinity: _, ...spec } = volumeOn('a').spec;
    const disk = { ...volumeOn('a'), metadata: { name: 'disk', labels: { [label]: 'us__asia' } }, spec };
    cluster.claims.set(bound);
    cluster.volumes.set(disk);
    expect(cluster.schedule(pod)).toBe(none('1 node(s) had no available volume zone'));
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p', controller: true }];
    cluster.claims.set({ ...bound, metadata: { ...bound.metadata, name: 'p-data', ownerReferences } });
    expect(cluster.schedule(podNamed('p', { volumes: [{ name: 'data', ephemeral: {} }] }))).toBe('a');
  });

  it('keep a pod from a node whose driver reports too little free storage', () => {
    const cluster = new FakeCluster(zone('a', 'eu'), zone('b', 'us'));
    cluster.claims.set(claim);
    cluster.classes.set(storageClass('disk.example.com'));
    const driver = (storageCapacity: boolean) => ({
      kind: 'CSIDriver',
      apiVersion: 'storage.k8s.io/v1',
      metadata: { name: 'disk.example.com' },
      spec: { storageCapacity },
    });
    const capacity = (storageClassName: string, amounts: object) => ({
      kind: 'CSIStorageCapacity',
      apiVersion: 'storage.k8s.io/v1',
      metadata: { name: 'in-us', namespace: 'default' },
      nodeTopology: { matchLabels: { zone: 'us' } },
      storageClassName,
      ...amounts,
    });
    const text = none('2 node(s) did not have enough free storage', 2);
    cluster.csiDrivers.set(driver(false));
    expect(cluster.schedule(pod)).toMatch(/^[ab]$/);
    cluster.csiDrivers.set(driver(true));
    expect(cluster.schedule(pod)).toBe(text);
    cluster.capacities.set(capacity('local', { capacity: '10Gi' }));
    expect(cluster.schedule(pod)).toBe('b');
    for (const [className, amounts] of [
      ['other', { capacity: '10Gi' }],
      ['local', { capacity: '1023Mi' }],
      ['local', { capacity: '10Gi', maximumVolumeSize: '500Mi' }],
      ['local', {}],
    ] as const) {
      cluster.capacities.set(capacity(className, amounts));
      expect(cluster.schedule(pod)).toBe(text);
    }
  });

  it('that are bound keep a pod from nodes that cannot reach the volume', () => {
    const cluster = new FakeCluster(nodeNamed('a'));
    const bound = {
      ...claim,
      metadata: { ...claim.metadata, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
      spec: { ...claim.spec, volumeName: 'volume-b' },
    };
    cluster.claims.set(bound);
    expect(cluster.schedule(pod)).toBe(none('persistentvolume "volume-b" not found'));
    const ephemeral = { name: 'data', ephemeral: {} };
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p', controller: true }];
    cluster.claims.set({ ...bound, metadata: { ...bound.metadata, name: 'p-data', ownerReferences } });
    expect(cluster.schedule(podNamed('p', { volumes: [ephemeral] }))).toBe(
      none('1 node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'),
    );
    cluster.volumes.set({ ...volumeOn('b'), spec: { ...volumeOn('b').spec, nodeAffinity: inZone('eu') } });
    expect(cluster.schedule(pod)).toBe(none('1 node(s) had volume node affinity conflict'));
  });

  it('that are bound to a local volume restrict the pod to its node', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b', { allocatable: { cpu: '1' } }), nodeNamed('c'));
    const claimOf = (name: string, node: string) => ({
      ...claim,
      metadata: { ...claim.metadata, name, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } },
      spec: { ...claim.spec, volumeName: `volume-${node}` },
    });
    cluster.claims.set(claimOf('data', 'b'));
    cluster.volumes.set(volumeOn('b'));
    expect(cluster.schedule(pod)).toBe('b');
    const { volumes } = pod.spec ?? {};
    const large = podNamed('large', { requests: { cpu: '2' }, ...(volumes ? { volumes } : {}) });
    expect(cluster.schedule(large)).toBe(none('1 Insufficient cpu', 3));

    cluster.claims.set(claimOf('logs', 'c'));
    cluster.volumes.set(volumeOn('c'));
    const logs = { name: 'logs', persistentVolumeClaim: { claimName: 'logs' } };
    const torn = podNamed('torn', { volumes: [...(volumes ?? []), logs] });
    expect(cluster.schedule(torn)).toBe(none("node(s) didn't satisfy plugin VolumeBinding", 3));
    cluster.claims.delete('default/logs');
    const affinity = {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
        },
      },
    };
    expect(cluster.schedule(podNamed('elsewhere', { affinity, ...(volumes ? { volumes } : {}) }))).toBe(
      none("node(s) didn't satisfy plugin(s) [NodeAffinity VolumeBinding] simultaneously", 3),
    );
  });

  it('keep a pod from a node at its volume limit', () => {
    const cluster = new FakeCluster(nodeNamed('a'));
    cluster.classes.set({ ...storageClass('disk.example.com'), volumeBindingMode: 'WaitForFirstConsumer' });
    cluster.csiNodes.set({
      kind: 'CSINode',
      apiVersion: 'storage.k8s.io/v1',
      metadata: { name: 'a' },
      spec: { drivers: [{ name: 'disk.example.com', nodeID: 'a', topologyKeys: [], allocatable: { count: 1 } }] },
    });
    for (const name of ['data', 'other']) cluster.claims.set({ ...claim, metadata: { ...claim.metadata, name } });
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'other' } }];
    expect(cluster.schedule(pod)).toBe('a');
    cluster.place('a', podNamed('other', { volumes }));
    expect(cluster.schedule(pod)).toBe(none('1 node(s) exceed max volume count'));
    expect(cluster.schedule(podNamed('sharing', { volumes }))).toBe('a');
  });
});
