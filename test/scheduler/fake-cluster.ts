import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { Random } from '../../src/api/environment.ts';
import type { ReplicaSet } from '../../src/api/kinds/apps-v1.generated.ts';
import type {
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodSpec,
  Service,
} from '../../src/api/kinds/core-v1.generated.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass } from '../../src/api/kinds/storage-v1.generated.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { Indexer } from '../../src/client/indexer.ts';
import { ClusterCache } from '../../src/scheduler/cluster/cluster-cache.ts';
import { OwnerSelectors } from '../../src/scheduler/cluster/owner-selectors.ts';
import { podInfoOf } from '../../src/scheduler/cluster/pod-info.ts';
import { VolumeObjects } from '../../src/scheduler/cluster/volume-objects.ts';
import { fitErrorText } from '../../src/scheduler/framework/fit-error.ts';
import { NominatedPods } from '../../src/scheduler/framework/nominated-pods.ts';
import type { Cluster } from '../../src/scheduler/framework/plugin.ts';
import { PodScheduler } from '../../src/scheduler/framework/schedule-pod.ts';

/** Random bytes that depend only on the seed. */
export function seededRandom(seed = 1): Random {
  let state = seed;
  return {
    bytes: (count) =>
      Uint8Array.from({ length: count }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state >>> 24;
      }),
  };
}

type NodeOptions = {
  labels?: Record<string, string>;
  allocatable?: Record<string, string>;
  spec?: Node['spec'];
  images?: { names: string[]; sizeBytes: number }[];
};

export function nodeNamed(name: string, { labels, allocatable, spec, images }: NodeOptions = {}): Node {
  return {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec,
    status: {
      allocatable: { cpu: '4', memory: '8Gi', pods: '110', ...allocatable },
      ...(images ? { images } : {}),
    },
  };
}

type PodOptions = Partial<PodSpec> & {
  labels?: Record<string, string>;
  namespace?: string;
  requests?: Record<string, string>;
  metadata?: Pod['metadata'];
  status?: Pod['status'];
};

export function podNamed(name: string, options: PodOptions = {}): Pod {
  const { labels, namespace = 'default', requests, metadata, status, ...spec } = options;
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, namespace, uid: `uid-${name}`, labels: labels ?? {}, ...metadata },
    spec: {
      containers: [{ name: 'app', image: 'registry.example/app:1', ...(requests ? { resources: { requests } } : {}) }],
      schedulerName: 'default-scheduler',
      ...spec,
    },
    ...(status ? { status } : {}),
  };
}

/** A cluster in memory, without a server. */
export class FakeCluster {
  readonly claims = new Indexer<PersistentVolumeClaim>();
  readonly volumes = new Indexer<PersistentVolume>();
  readonly classes = new Indexer<StorageClass>();
  readonly csiNodes = new Indexer<CSINode>();
  readonly csiDrivers = new Indexer<CSIDriver>();
  readonly capacities = new Indexer<CSIStorageCapacity>();
  readonly services = new Indexer<Service>();
  readonly replicaSets = new Indexer<ReplicaSet>();
  readonly nominated = new NominatedPods();
  readonly namespaces: Record<string, Record<string, string>> = {};
  readonly cluster: Cluster;
  readonly #scheduler: PodScheduler;

  constructor(...nodes: Node[]) {
    const none = new Indexer<never & ApiObject>();
    this.cluster = {
      dialect: kubernetesDialect,
      cache: new ClusterCache((name) => kubernetesDialect.rename(name)),
      namespaceLabels: (namespace) => this.namespaces[namespace],
      volumes: new VolumeObjects(this),
      owners: new OwnerSelectors({ ...this.#listers(), replicationControllers: none, statefulSets: none }),
    };
    for (const node of nodes) this.cluster.cache.setNode(node);
    this.#scheduler = new PodScheduler(this.cluster, this.nominated, seededRandom());
  }

  #listers() {
    return { services: this.services, replicaSets: this.replicaSets };
  }

  /** Places bound pods in the cache. */
  place(nodeName: string, ...pods: Pod[]): this {
    for (const pod of pods)
      this.cluster.cache.setPod({ ...pod, spec: { ...pod.spec, containers: pod.spec?.containers ?? [], nodeName } });
    return this;
  }

  attempt(pod: Pod) {
    return this.#scheduler.schedule(podInfoOf(pod));
  }

  /** Returns the node for a pod, or the reason why none fits. */
  schedule(pod: Pod): string {
    const result = this.attempt(pod);
    if ('node' in result) return result.node.name;
    return 'problem' in result ? result.problem : fitErrorText(this.cluster.cache.nodes.length, result.diagnosis);
  }
}
