import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { escapeFieldValue } from '../../api/selectors/field-selector.ts';
import { controllerOf } from '../objects/controller-of.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { KIND_LINKS, type KindLinks, ownedKinds } from './kind-links.ts';
import {
  inverseOf,
  isSelectorLink,
  type ObjectLink,
  type OwnRelation,
  RELATIONS,
  type RelationName,
  type SelectorLink,
} from './relation.ts';

/** An object to which another one relates. */
export interface Relation {
  readonly relation: RelationName;
  readonly kind: KindKey;
  readonly namespace: string | undefined;
  readonly name: string;
  /** The purposes of the relation: `volume data`, `COLOR of web`. */
  readonly details: readonly string[];
  /** Whether a required object is named but does not exist. False when its collection is not known. */
  readonly isMissing: boolean;
}

/** The loaded objects of a cluster, by kind. A kind is absent until its collection is loaded. */
export type KnownObjects = ReadonlyMap<KindKey, readonly ApiObject[]>;

/** A collection that the relations of an object need. */
export interface NeededCollection {
  readonly kind: KindKey;
  /** Undefined for all namespaces and for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Cached links by object. Objects are immutable, and a collection keeps the same object until its next write. */
const known = new WeakMap<ApiObject, readonly ObjectLink[]>();

/** Returns the links in the fields of an object, except for owner references. */
export function linksOf(key: KindKey, object: ApiObject, dialect: Dialect): readonly ObjectLink[] {
  const links = known.get(object) ?? KIND_LINKS[key]?.linksOf(object, dialect) ?? [];
  known.set(object, links);
  return links;
}

const KINDS_WITH_LINKS = Object.entries(KIND_LINKS) as [KindKey, KindLinks][];

/** Returns the collections from which `relationsOf` finds all relations of an object, each as small as possible. */
export function neededCollections(object: ApiObject, dialect: Dialect): NeededCollection[] {
  const key = kindKeyOf(object, dialect);
  const { namespace, name = '' } = object.metadata;
  const needs = new Map<KindKey, NeededCollection>();
  const own = targetsOf(linksOf(key, object, dialect));
  // Controllers own only objects that they select.
  for (const kind of ownedKinds(key))
    needs.set(kind, own.find((need) => need.kind === kind && need.labelSelector) ?? { kind, namespace });
  for (const [kind, { targets, crossesNamespaces }] of KINDS_WITH_LINKS) {
    if (!targets.includes(key)) continue;
    needs.set(kind, {
      kind,
      namespace: crossesNamespaces ? undefined : namespace,
      // Lists only the pods of the node, which are few.
      ...(key === 'core/Node' && kind === 'core/Pod' ? { fieldSelector: `spec.nodeName=${name}` } : {}),
    });
  }
  for (const need of own) if (!needs.has(need.kind)) needs.set(need.kind, need);
  return [...needs.values()];
}

/** Returns the collections that hold the targets of links, restricted where a single link leads to a collection. */
function targetsOf(links: readonly ObjectLink[]): NeededCollection[] {
  const kinds = new Set(links.map(({ kind }) => kind));
  return [...kinds].map((kind) => {
    const all = links.filter((link) => link.kind === kind);
    const [first] = all;
    const namespaces = new Set(all.map(({ namespace }) => namespace));
    const namespace = namespaces.size === 1 ? first?.namespace : undefined;
    const names = new Set(all.map((link) => (isSelectorLink(link) ? undefined : link.name)));
    const [name] = names;
    if (names.size === 1 && name !== undefined)
      return { kind, namespace, fieldSelector: `metadata.name=${escapeFieldValue(name)}` };
    if (all.length === 1 && first && isSelectorLink(first) && !first.selector.isEmpty)
      return { kind, namespace, labelSelector: first.selector.toString() };
    return { kind, namespace };
  });
}

/**
 * Returns the relations of an object both ways, from its own fields and those of the known objects. Selected objects and
 * relations of others are found among the known objects only.
 */
export function relationsOf(object: ApiObject, objects: KnownObjects, dialect: Dialect): Relation[] {
  const key = kindKeyOf(object, dialect);
  const found = ownRelations(key, object, objects, dialect);
  for (const [kind, others] of objects)
    for (const other of others) addInverse(found, { key, object }, { key: kind, object: other }, dialect);
  return found.sorted();
}

/** Returns the relations that follow from an object's own fields: to its owners, and to what it names or selects. */
export const ownRelationsOf = (
  key: KindKey,
  object: ApiObject,
  objects: KnownObjects,
  dialect: Dialect,
): readonly (Relation & { readonly relation: OwnRelation })[] =>
  ownRelations(key, object, objects, dialect).sorted() as (Relation & { readonly relation: OwnRelation })[];

function ownRelations(key: KindKey, object: ApiObject, objects: KnownObjects, dialect: Dialect): Relations {
  const found = new Relations();
  const exists = (link: { kind: KindKey; namespace: string | undefined; name: string }): boolean =>
    objects.get(link.kind)?.some(({ metadata }) => metadata.name === link.name && isIn(metadata, link.namespace)) ??
    true;
  for (const owner of object.metadata.ownerReferences ?? []) {
    const link = { kind: kindKeyOf(owner, dialect), namespace: object.metadata.namespace, name: owner.name };
    found.add('owner', link, owner.controller ? 'controller' : undefined);
  }
  for (const link of linksOf(key, object, dialect)) {
    if (!isSelectorLink(link)) found.add(link.relation, link, link.detail, !link.isOptional && !exists(link));
    else
      for (const { metadata } of objects.get(link.kind) ?? [])
        if (isSelected(link, metadata)) found.add(link.relation, identityOf(link.kind, metadata), link.detail);
  }
  return found;
}

interface Keyed {
  readonly key: KindKey;
  readonly object: ApiObject;
}

function addInverse(found: Relations, self: Keyed, other: Keyed, dialect: Dialect): void {
  const { metadata } = self.object;
  const identity = identityOf(other.key, other.object.metadata);
  const { uid } = metadata;
  if (uid !== undefined && other.object.metadata.ownerReferences?.some((owner) => owner.uid === uid))
    found.add('owned', identity);
  for (const link of linksOf(other.key, other.object, dialect)) {
    if (link.kind !== self.key || isRepeated(link.relation, other)) continue;
    const leadsHere = isSelectorLink(link)
      ? isSelected(link, metadata)
      : link.name === metadata.name && isIn(metadata, link.namespace);
    if (leadsHere) found.add(inverseOf(link.relation), identity, link.detail);
  }
}

/** Reports whether a relation repeats a relation of the object's controller. Pods are exempt. */
const isRepeated = (relation: OwnRelation, { key, object }: Keyed): boolean =>
  relation === 'uses' && key !== 'core/Pod' && controllerOf(object) !== undefined;

const isIn = (metadata: ApiObject['metadata'], namespace: string | undefined): boolean =>
  (metadata.namespace ?? '') === (namespace ?? '');

const isSelected = ({ selector, namespace }: SelectorLink, metadata: ApiObject['metadata']): boolean =>
  isIn(metadata, namespace) && selector.matches(metadata.labels);

export type Identity = Pick<Relation, 'kind' | 'namespace' | 'name'>;

export const identityOf = (kind: KindKey, { namespace, name = '' }: ApiObject['metadata']): Identity => ({
  kind,
  namespace,
  name,
});

/** Collects relations, each object once for each relation. */
class Relations {
  readonly #byKey = new Map<string, Relation & { readonly details: string[] }>();

  add(relation: RelationName, { kind, namespace, name }: Identity, detail?: string, isMissing = false): void {
    const key = keyOf(relation, { kind, namespace, name });
    const relationKnown = this.#byKey.get(key);
    if (!relationKnown)
      this.#byKey.set(key, { relation, kind, namespace, name, details: detail ? [detail] : [], isMissing });
    else if (detail && !relationKnown.details.includes(detail)) relationKnown.details.push(detail);
  }

  /** Returns the relations in display order, without selectors and references between objects with an owner reference. */
  sorted(): Relation[] {
    const relations = [...this.#byKey.values()].filter(({ relation, ...identity }) => {
      const stronger = OWNERSHIP[relation];
      return stronger === undefined || !this.#byKey.has(keyOf(stronger, identity));
    });
    return relations.sort(
      (a, b) =>
        RELATIONS.indexOf(a.relation) - RELATIONS.indexOf(b.relation) ||
        compare(a.kind, b.kind) ||
        compare(a.namespace ?? '', b.namespace ?? '') ||
        compare(a.name, b.name),
    );
  }
}

const OWNERSHIP: Readonly<Partial<Record<RelationName, RelationName>>> = {
  selects: 'owned',
  'selected by': 'owner',
  'refers to': 'owner',
  'referred to by': 'owned',
};

const keyOf = (relation: RelationName, { kind, namespace = '', name }: Identity): string =>
  `${relation} ${kind} ${namespace}/${name}`;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
