/**
 * The facts of a kind in one version, from which `npm run generate` writes everything that is data: its definition and
 * types, its row in the table of resources, its Protobuf message, and its place in discovery. They are literals in the
 * kind's file, because the generator reads them without running the file.
 */
export interface KindFacts {
  /** In Kubernetes' own names: a group ending in `k8s.io` is renamed by the dialect. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Plural name, as in the path. */
  readonly resource: string;
  /** The kind in lower case when undefined. */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  /** One sentence for `kubectl explain` and editors. */
  readonly description: string;
  /** All eight verbs when undefined. */
  readonly verbs?: readonly string[];
  readonly subresources?: Readonly<Record<string, SubresourceFacts>>;
  /** Other API versions that share the kind's internal type, served or not. */
  readonly twins?: readonly string[];
  /**
   * The fields of each type, in the order in which they are written. Their positions are their Protobuf numbers, so new
   * fields are added at the end. The type named like the kind leaves out apiVersion, kind and metadata. Types that
   * several kinds share, or that are merged in an unusual way, are in `schema/data/definitions.json`.
   */
  readonly types: Readonly<Record<string, FieldFacts>>;
}

export interface SubresourceFacts {
  /** Kind of the body (`autoscaling/v1 Scale`); the kind itself when undefined. */
  readonly kind?: string;
  /** Get, patch and update when undefined. */
  readonly verbs?: readonly string[];
}

/**
 * Fields by name, with `?` after an optional one. The value is the Go type (`string`, `*int32`, `[]WidgetPart`,
 * `map[string]string`, `core.v1.ObjectReference`), followed by words for what the type does not show:
 *
 * - `set`, `atomic`, `map(key)`, `map(key,key)`: how server-side apply merges a list; `atomic` also for a map
 * - `merge(key)`: how strategic merge patches merge a list
 * - `as(Type)`: the Go type of a string that has one of its own
 * - `default(value)`: default of a field that names elements of a keyed list
 * - `exact`: a map whose quantities are not rounded up to thousandths
 * - `written`: written as zero or null when absent (no `omitempty`)
 * - `number(7)`: the Protobuf number where it is not the field's position
 */
export type FieldFacts = Readonly<Record<string, string>>;
