import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { controllerOf } from '../objects/controller-of.ts';
import { type KindKey, kindKey, kindKeyOf } from '../objects/kind-key.ts';
import { KIND_LINKS } from './kind-links.ts';
import { isSelectorLink, type OwnRelation } from './relation.ts';
import { type Identity, identityOf, type KnownObjects, linksOf } from './relations-of.ts';

/** The treatment of a deleted object's dependents. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** A deleted object and its deleted dependents. */
export interface DeletedObject extends Identity {
  readonly dependents: readonly DeletedObject[];
}

/** A finalizer that keeps an object terminating. */
export interface HoldingFinalizer extends Identity {
  readonly finalizer: string;
}

/** A remaining object that refers to a deleted object in a field that requires it. */
export interface BrokenReference extends Identity {
  readonly relation: OwnRelation;
  readonly to: Identity;
  /** The purpose of the reference: `volume data`. */
  readonly detail: string | undefined;
}

export interface DeletionPlan {
  /** The objects to delete, each with its dependents. */
  readonly roots: readonly DeletedObject[];
  /** Number of the dependents. */
  readonly dependents: number;
  /** Dependents that stay, because they are orphaned or have another owner. */
  readonly kept: readonly Identity[];
  readonly finalizers: readonly HoldingFinalizer[];
  readonly broken: readonly BrokenReference[];
}

/**
 * Returns the effects of deleting objects, by the rules of the garbage collector, the namespace controller and the
 * deletion of definitions. Only the known objects are considered.
 */
export function deletionPlan(
  roots: readonly ApiObject[],
  known: KnownObjects,
  policy: PropagationPolicy,
  dialect: Dialect,
): DeletionPlan {
  const all = new Cluster(known, dialect);
  const deleted = new Set<string>();
  const nodes = new Set(roots.map((root) => all.entryOf(root)));
  for (const { id } of nodes) deleted.add(id);
  const kept = new Map<string, Entry>();
  const tree = new Map<Entry, Entry[]>();
  const queue = [...nodes];
  for (let parent = queue.shift(); parent; parent = queue.shift()) {
    const isRoot = nodes.has(parent);
    const owned = all.ownedBy(parent).filter((entry) => !deleted.has(entry.id));
    const going = new Set([
      ...all.inside(parent).filter((entry) => !deleted.has(entry.id)),
      ...owned.filter((entry) => !(isRoot && policy === 'Orphan') && !all.hasOtherOwner(entry, deleted)),
    ]);
    for (const entry of owned) if (!going.has(entry)) kept.set(entry.id, entry);
    for (const entry of going) deleted.add(entry.id);
    tree.set(parent, [...going]);
    queue.push(...going);
  }
  const toObject = (entry: Entry): DeletedObject => ({
    ...identityOf(entry.kind, entry.object.metadata),
    dependents: (tree.get(entry) ?? []).map(toObject),
  });
  return {
    roots: [...nodes].map(toObject),
    dependents: deleted.size - nodes.size,
    // An object with several owners is deleted with its last owner.
    kept: [...kept.values()]
      .filter(({ id }) => !deleted.has(id))
      .map(({ kind, object }) => identityOf(kind, object.metadata)),
    finalizers: finalizersOf([...tree.keys()]),
    broken: brokenReferences(all.entries, [...tree.keys()], deleted, dialect),
  };
}

interface Entry {
  /** The UID, or the kind and name of an object without one. */
  readonly id: string;
  readonly kind: KindKey;
  readonly object: ApiObject;
}

/** The known objects, indexed by the objects whose deletion may delete them. */
class Cluster {
  readonly entries: readonly Entry[];
  readonly #byId: ReadonlyMap<string, Entry>;
  readonly #kinds: ReadonlySet<KindKey>;
  readonly #owned = new Map<string, Entry[]>();
  readonly #dialect: Dialect;

  constructor(known: KnownObjects, dialect: Dialect) {
    this.#dialect = dialect;
    this.#kinds = new Set(known.keys());
    this.entries = [...known].flatMap(([kind, objects]) => objects.map((object) => newEntry(kind, object)));
    this.#byId = new Map(this.entries.map((entry) => [entry.id, entry]));
    for (const entry of this.entries)
      for (const { uid } of entry.object.metadata.ownerReferences ?? []) {
        const owned = this.#owned.get(uid);
        if (owned) owned.push(entry);
        else this.#owned.set(uid, [entry]);
      }
  }

  entryOf(object: ApiObject): Entry {
    const entry = newEntry(kindKeyOf(object, this.#dialect), object);
    return this.#byId.get(entry.id) ?? entry;
  }

  ownedBy({ id }: Entry): readonly Entry[] {
    return this.#owned.get(id) ?? [];
  }

  /** Returns the objects of a namespace or of a custom resource definition, without those that have an owner among them. */
  inside(container: Entry): readonly Entry[] {
    const contents = this.#contents(container);
    const ids = new Set(contents.map(({ id }) => id));
    return contents.filter(({ object }) => !object.metadata.ownerReferences?.some(({ uid }) => ids.has(uid)));
  }

  #contents({ kind, object }: Entry): readonly Entry[] {
    const { name } = object.metadata;
    if (kind === 'core/Namespace') return this.entries.filter((entry) => entry.object.metadata.namespace === name);
    if (kind !== 'apiextensions/CustomResourceDefinition') return [];
    const { spec } = object as ApiObject & { readonly spec: { group: string; names: { kind: string } } };
    const defined = kindKey({ group: spec.group, kind: spec.names.kind }, this.#dialect);
    return this.entries.filter((entry) => entry.kind === defined);
  }

  /** Reports whether another owner exists, or may exist because its kind is not loaded. */
  hasOtherOwner({ object }: Entry, deleted: ReadonlySet<string>): boolean {
    return (object.metadata.ownerReferences ?? []).some(
      (owner) =>
        !deleted.has(owner.uid) && (this.#byId.has(owner.uid) || !this.#kinds.has(kindKeyOf(owner, this.#dialect))),
    );
  }
}

const newEntry = (kind: KindKey, object: ApiObject): Entry => ({
  id: object.metadata.uid ?? textOf(identityOf(kind, object.metadata)),
  kind,
  object,
});

const textOf = ({ kind, namespace = '', name }: Identity): string => `${kind} ${namespace}/${name}`;

/** Namespaces have further finalizers in their spec. */
interface WithSpecFinalizers extends ApiObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
}

const finalizersOf = (entries: readonly Entry[]): HoldingFinalizer[] =>
  entries.flatMap(({ kind, object }) => {
    const own = kind === 'core/Namespace' ? ((object as WithSpecFinalizers).spec?.finalizers ?? []) : [];
    return [...own, ...(object.metadata.finalizers ?? [])].map((finalizer) => ({
      ...identityOf(kind, object.metadata),
      finalizer,
    }));
  });

/** Controllers update these when the objects that they refer to are deleted. */
const KEPT_CURRENT: ReadonlySet<KindKey> = new Set(['core/Endpoints', 'discovery/EndpointSlice']);

/**
 * Returns the broken references of remaining objects. Objects with a controller are skipped, because the controller's
 * template has the same references.
 */
function brokenReferences(
  entries: readonly Entry[],
  gone: readonly Entry[],
  deleted: ReadonlySet<string>,
  dialect: Dialect,
): BrokenReference[] {
  const targets = new Map(
    gone.map(({ kind, object }) => {
      const identity = identityOf(kind, object.metadata);
      return [textOf(identity), identity];
    }),
  );
  // Pods can be many, and refer to few kinds.
  const arePodsSearched = gone.some(({ kind }) => KIND_LINKS['core/Pod']?.targets.includes(kind));
  const staying = entries.filter(
    ({ id, kind, object }) =>
      (kind !== 'core/Pod' || arePodsSearched) &&
      !deleted.has(id) &&
      !KEPT_CURRENT.has(kind) &&
      controllerOf(object) === undefined,
  );
  return staying.flatMap(({ kind, object }) =>
    linksOf(kind, object, dialect).flatMap((link): BrokenReference[] => {
      const to = isSelectorLink(link) || link.isOptional ? undefined : targets.get(textOf(link));
      return to ? [{ ...identityOf(kind, object.metadata), relation: link.relation, to, detail: link.detail }] : [];
    }),
  );
}
