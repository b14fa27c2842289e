import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import type { KindKey } from '../objects/kind-key.ts';
import type { KnownObjects, Relation } from '../relations/relations-of.ts';
import type { Mark, State } from '../states/state.ts';

/** A part of a text: plain, or with a type that determines its display. */
export type Part =
  | string
  | { readonly type: 'subtle' | 'code'; readonly text: string }
  /** The age of a timestamp. */
  | { readonly type: 'age'; readonly time: string }
  | { readonly type: 'state'; readonly mark: Mark; readonly text: string }
  /** A link to an object. */
  | {
      readonly type: 'object';
      readonly kind: KindKey;
      readonly namespace: string | undefined;
      readonly name: string;
      readonly withKind: boolean;
    }
  /** A link to the objects of a kind. */
  | { readonly type: 'kind'; readonly kind: KindKey; readonly text: string }
  /** A link to everything that a service account may do. */
  | { readonly type: 'rights'; readonly namespace: string; readonly name: string }
  /** A count out of a total, as a bar. */
  | {
      readonly type: 'bar';
      readonly label: string;
      readonly count: number;
      readonly of: number;
      readonly text: string;
      /** The name under which the count is explained. */
      readonly explains: string;
    }
  /** A number that is explained. */
  | {
      readonly type: 'count';
      readonly text: string;
      /** What is counted: `3 restarts`. */
      readonly statement: string;
      readonly explains: string;
      /** The object of the count, if it is not the one of the page. */
      readonly of?: { readonly kind: KindKey; readonly namespace: string | undefined; readonly name: string };
    }
  /** Preformatted text; a secret one is hidden until the user reveals it. */
  | { readonly type: 'content'; readonly label: string; readonly text: string; readonly isSecret: boolean }
  /** Several lines of text. */
  | { readonly type: 'lines'; readonly lines: readonly Text[] };

export type CountPart = Extract<Part, { readonly type: 'count' }>;

export type Text = Part | readonly Part[];

/** A name and its value, and the path of the field that it comes from, such as `spec.strategy`. */
export type Fact = readonly [name: string, value: Text, field?: string];

export interface CardTable {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Text[])[];
}

/** A part of the page of an object: facts, then tables. */
export interface OverviewCard {
  readonly title: string;
  readonly state?: State | undefined;
  readonly facts?: readonly Fact[];
  readonly tables?: readonly CardTable[];
  /** Shown when there are neither facts nor rows. */
  readonly emptyText?: string;
}

/** The inputs of an overview besides its object. */
export interface OverviewContext {
  readonly dialect: Dialect;
  readonly relations: readonly Relation[];
  /** The loaded collections, in which relations are found. */
  readonly objects: KnownObjects;
}

/** Returns the cards of an object, the most important first. */
export type Overview = (object: ApiObject, context: OverviewContext) => readonly OverviewCard[];

export const overview = <T extends ApiObject>(
  cardsOf: (object: T, context: OverviewContext) => readonly OverviewCard[],
): Overview => cardsOf as Overview;

export const subtle = (text: string): Part => ({ type: 'subtle', text });
export const code = (text: string): Part => ({ type: 'code', text });
export const lines = (all: readonly Text[]): Part => ({ type: 'lines', lines: all });

/** The age of a timestamp; a dash without one. */
export const age = (time: string | null | undefined): Part => (time ? { type: 'age', time } : subtle('–'));

/** A number that is explained, of the object of the page. */
export const counted = (count: number, noun: string, explains: string): CountPart => ({
  type: 'count',
  text: String(count),
  statement: `${count} ${noun}${count === 1 ? '' : 's'}`,
  explains,
});

/** A state with its reason. */
export const stateText = (state: State | undefined): Text =>
  state
    ? [{ type: 'state', mark: state.mark, text: state.word }, ...(state.reason ? [' ', subtle(state.reason)] : [])]
    : subtle('Unknown');

/** A link to an object. Its kind precedes the name where the context does not make it clear. */
export const objectText = (
  kind: KindKey,
  { namespace, name }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
  withKind = false,
): Part => ({ type: 'object', kind, namespace, name: name ?? '', withKind });

/** Returns the facts that have a value. */
export const facts = (
  all: readonly (readonly [name: string, value: Text | number | undefined | null | false, field?: string])[],
): Fact[] =>
  all.flatMap(([name, value, field]): Fact[] => {
    if (value === undefined || value === null || value === false || value === '') return [];
    if (Array.isArray(value) && value.length === 0) return [];
    const text = typeof value === 'number' ? String(value) : (value as Text);
    return [field ? [name, text, field] : [name, text]];
  });

/** Returns the table if it has rows. */
export const table = (
  label: string,
  columns: readonly string[],
  rows: readonly (readonly Text[])[],
): readonly CardTable[] => (rows.length > 0 ? [{ label, columns, rows }] : []);

/** `a=b, c=d`: labels and other maps in one line. */
export const pairsText = (pairs: Readonly<Record<string, unknown>> | null | undefined): string | undefined =>
  Object.entries(pairs ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ') || undefined;

/** Returns the related objects of a relation as links. */
export const relatedText = (
  relations: readonly Relation[],
  names: readonly Relation['relation'][],
  kinds?: readonly KindKey[],
): Text[] =>
  relations
    .filter(({ relation, kind }) => names.includes(relation) && (kinds?.includes(kind) ?? true))
    .map((related) => objectText(related.kind, related, true));
