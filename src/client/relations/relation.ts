import type { LabelSelector } from '../../api/selectors/label-selector.ts';
import type { KindKey } from '../objects/kind-key.ts';

/** Each relation to another object, and its inverse. */
const INVERSES = {
  owner: 'owned',
  selects: 'selected by',
  uses: 'used by',
  'refers to': 'referred to by',
  binds: 'bound by',
  allows: 'allowed by',
} as const;

/** A relation that follows from an object's own fields. */
export type OwnRelation = keyof typeof INVERSES;
export type RelationName = OwnRelation | (typeof INVERSES)[OwnRelation];

/** Relations in display order: first the owner, then the parts and the dependencies of the object. */
export const RELATIONS: readonly RelationName[] = [
  'owner',
  'owned',
  'selects',
  'selected by',
  'uses',
  'used by',
  'refers to',
  'referred to by',
  'binds',
  'bound by',
  'allows',
  'allowed by',
];

export const inverseOf = (relation: OwnRelation): RelationName => INVERSES[relation];

/** A field that names another object. */
export interface NameLink {
  readonly relation: OwnRelation;
  readonly kind: KindKey;
  /** Undefined for cluster-scoped objects. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** The purpose of the link: `volume data`. */
  readonly detail?: string | undefined;
  /** Whether the object need not exist. */
  readonly isOptional?: boolean | undefined;
}

/** A field that selects objects by their labels. */
export interface SelectorLink {
  readonly relation: OwnRelation;
  readonly kind: KindKey;
  /** Undefined for cluster-scoped objects. */
  readonly namespace: string | undefined;
  readonly selector: LabelSelector;
  readonly detail?: string | undefined;
}

export type ObjectLink = NameLink | SelectorLink;

export const isSelectorLink = (link: ObjectLink): link is SelectorLink => 'selector' in link;
