import type { Dialect } from '../../api/dialect.ts';
import type { PersistentVolume, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { VolumeAttachment } from '../../api/kinds/storage-v1.generated.ts';
import { MIRROR_POD_ANNOTATION, STORAGE_GROUP } from '../../api/kubernetes-names.ts';
import type { CollectionState, ObjectReader } from '../../api/ports/object-reader.ts';
import { podReferences, secretsOfPersistentVolume } from './pod-references.ts';

/**
 * Relates nodes to objects: through their pods, the claims of the pods, the volumes bound to the claims and the secrets
 * of the volumes, and through volume attachments. Rebuilt after a change to pods, volumes or attachments; otherwise a
 * check costs two look-ups.
 */
export class NodeGraph {
  readonly #reader: ObjectReader;
  readonly #dialect: Dialect;
  readonly #collections: readonly CollectionState[];
  #revisions = '';
  /** Names of nodes by `resource/namespace/name`. */
  #nodes: Promise<ReadonlyMap<string, ReadonlySet<string>>> = Promise.resolve(new Map());

  constructor(reader: ObjectReader, dialect: Dialect) {
    this.#reader = reader;
    this.#dialect = dialect;
    this.#collections = [
      reader.collectionOf('', 'pods'),
      reader.collectionOf('', 'persistentvolumes'),
      reader.collectionOf(dialect.rename(STORAGE_GROUP), 'volumeattachments'),
    ];
  }

  /** `namespace` is empty for cluster-scoped resources. */
  async isRelated(node: string, resource: string, namespace: string, name: string): Promise<boolean> {
    const revisions = this.#collections.map(({ revision }) => revision).join();
    if (revisions !== this.#revisions) {
      this.#revisions = revisions;
      this.#nodes = this.#build();
      this.#nodes.catch(() => {
        this.#revisions = '';
      });
    }
    return (await this.#nodes).get(keyOf(resource, namespace, name))?.has(node) ?? false;
  }

  async #build(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const edges = new Edges();
    for (const pod of await this.#reader.list<Pod>('', 'pods')) this.#addPod(edges, pod);
    for (const volume of await this.#reader.list<PersistentVolume>('', 'persistentvolumes')) addVolume(edges, volume);
    const storage = this.#dialect.rename(STORAGE_GROUP);
    for (const { metadata, spec } of await this.#reader.list<VolumeAttachment>(storage, 'volumeattachments')) {
      if (spec.nodeName) edges.add(keyOf('volumeattachments', '', metadata.name ?? ''), [spec.nodeName]);
    }
    return edges.nodes;
  }

  /** Mirror pods give their node no access, because the node itself chose their references. */
  #addPod(edges: Edges, pod: Pod): void {
    const { nodeName, serviceAccountName } = pod.spec ?? {};
    const { namespace = '', annotations } = pod.metadata;
    if (!nodeName || annotations?.[this.#dialect.rename(MIRROR_POD_ANNOTATION)] !== undefined) return;
    const { secrets, configMaps, claims } = podReferences(pod);
    const keys = [
      ...(serviceAccountName ? [keyOf('serviceaccounts', namespace, serviceAccountName)] : []),
      ...secrets.map((name) => keyOf('secrets', namespace, name)),
      ...configMaps.map((name) => keyOf('configmaps', namespace, name)),
      ...claims.map((name) => keyOf('persistentvolumeclaims', namespace, name)),
    ];
    for (const key of keys) edges.add(key, [nodeName]);
  }
}

function addVolume(edges: Edges, volume: PersistentVolume): void {
  const claim = volume.spec?.claimRef;
  if (!claim) return;
  const nodes = edges.nodes.get(keyOf('persistentvolumeclaims', claim.namespace ?? '', claim.name ?? ''));
  if (!nodes) return;
  edges.add(keyOf('persistentvolumes', '', volume.metadata.name ?? ''), nodes);
  for (const secret of secretsOfPersistentVolume(volume)) edges.add(`secrets/${secret}`, nodes);
}

const keyOf = (resource: string, namespace: string, name: string): string => `${resource}/${namespace}/${name}`;

class Edges {
  readonly nodes = new Map<string, Set<string>>();

  add(key: string, nodes: Iterable<string>): void {
    this.nodes.set(key, new Set([...(this.nodes.get(key) ?? []), ...nodes]));
  }
}
