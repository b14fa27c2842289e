import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random } from '../api/environment.ts';
import type { FieldError } from '../api/field-error.ts';
import type { ApiObject } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { IpRange } from '../api/values/ip-address.ts';

/** What the code of a kind may look at beside the object. */
export interface StrategyContext {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  readonly reader: ObjectReader;
  /** Where cluster IPs come from: one range, or one of each family. */
  readonly serviceRanges: readonly IpRange[];
  /** Whether an object holds the claim (see `claims`). */
  isClaimed(claim: string): boolean;
}

/**
 * What is particular about one kind. Everything is optional: a kind without a strategy is stored as it is sent, once its
 * fields and metadata are valid. Functions named prepare… and default… change the draft they get; the others only look.
 * Drafts are complete in the sense of `schema/canonical.ts`: required fields are present, perhaps empty.
 * A kind's names, verbs, subresources, short names and scope are data (`schema/data/resources.json`).
 */
export interface Strategy<T extends ApiObject = ApiObject> {
  /** Fills in defaults of every version of the kind; runs on each decoded body and each patched object. */
  setDefaults?(draft: T, context: StrategyContext): void;
  prepareForCreate?(draft: T, context: StrategyContext): void | Promise<void>;
  /** Runs after the status has been taken from `live`. */
  prepareForUpdate?(draft: T, live: T, context: StrategyContext): void | Promise<void>;
  /** Errors of a new object, in the server's order. */
  validate?(object: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  /** Errors of a change. When absent, `validate` of the new object. */
  validateUpdate?(object: T, live: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  /** Changes a new object that is valid, before it is stored. */
  canonicalize?(draft: T): void;
  /** Texts for `Warning` headers; `live` is absent on create. */
  warnings?(object: T, live: T | undefined, context: StrategyContext): readonly string[];
  /** Dotted paths of fields that nobody owns by a write of the object itself; `status` when absent. */
  readonly resetFields?: readonly string[];
  /** Subresources that write (part of) the same object, `status` first of all. */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy<T>>>;
}

export interface SubresourceStrategy<T extends ApiObject = ApiObject> {
  /** Dotted paths of fields that a write through it never changes, so that nobody comes to own them by it. `status`: `spec` when absent. */
  readonly resetFields?: readonly string[];
  /** Puts back what this subresource may not change. When absent: all but metadata and `status` is taken from `live`. */
  prepareForUpdate?(draft: T, live: T, context: StrategyContext): void | Promise<void>;
  validateUpdate?(object: T, live: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  warnings?(object: T, live: T, context: StrategyContext): readonly string[];
}

export interface TableColumn<T extends ApiObject = ApiObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description: string;
  /** 0: always shown; 1: only in wide output. */
  readonly priority?: number;
  /** The cell; `now` in milliseconds, for ages. */
  cell(object: T, now: number): unknown;
}

/** Of a row of a table: `Completed` for what runs no more. */
export interface TableRowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

/** How one version differs from the stored one. Each returns a new object, apiVersion set. */
export interface Conversion<T extends ApiObject = ApiObject> {
  toStorage(object: ApiObject, dialect: Dialect): T;
  fromStorage(object: T, dialect: Dialect): ApiObject;
}

/** The behaviour of a kind: what its file in resources/<group>/ declares. */
export interface ResourceBehavior<T extends ApiObject = ApiObject> {
  /** In Kubernetes' own names; the table renames them for the dialect. */
  readonly group: string;
  /** Plural name, as in the path. */
  readonly resource: string;
  /** The version that is stored; needed only where several are served. */
  readonly storageVersion?: string;
  /** By version; the stored one has none. */
  readonly conversions?: Readonly<Record<string, Conversion<T>>>;
  /** Second step of the storage key where it is not the plural name (`controllers` for replication controllers). */
  readonly storageName?: string;
  /** Group that validation errors name, where it is not the kind's own (events are validated as those of the core group). */
  readonly errorGroup?: string;
  readonly strategy?: Strategy<T>;
  /** Errors of a name (`isPrefix`: of a generateName). When absent: a DNS subdomain. */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** A finalizer without a slash need not be one of the standard ones. */
  readonly takesAnyFinalizer?: boolean;
  /** A new object keeps the status that its client sent (nodes register themselves whole). */
  readonly keepsStatusOnCreate?: boolean;
  /** Part of the object whose change raises metadata.generation; absent: the kind keeps no generation. */
  generation?(object: T): unknown;
  /** PUT of an absent object creates it. */
  readonly allowCreateOnUpdate?: boolean;
  /** False: a PUT must carry a resourceVersion. */
  readonly allowUnconditionalUpdate?: boolean;
  /** Marks a first deletion where more changes than the timestamp and finalizers of the propagation; `now` in milliseconds. */
  markForDeletion?(draft: T, now: number, dialect: Dialect): void;
  /** DELETE answers the object instead of a Status. */
  readonly deleteAnswersObject?: boolean;
  /** What a DELETE without a propagationPolicy does with dependents. */
  readonly defaultPropagation?: 'Background' | 'Orphan';
  /** Seconds that a deletion waits; 0: at once. `requested` is the client's gracePeriodSeconds. Absent: no graceful deletion. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /** Names that at most one object may hold at a time (`ip/10.96.0.1`, `nodeport/TCP/30000`); kept by storage, atomically with the object. */
  claims?(object: T): readonly string[];
  /** Fields beside metadata.name and metadata.namespace that a field selector may name. */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;
  /**
   * The server has three texts for field labels it does not know: `field label not supported: x`, `field label "x" not
   * supported for Job`, and (absent) one that lists only the metadata.
   */
  readonly unknownFieldLabelError?: 'plain' | 'namesKind';
  /** Absent: Name and Created At. */
  readonly columns?: readonly TableColumn<T>[];
  /** What the row of an object says beside its cells; nothing for most. */
  rowConditions?(object: T): readonly TableRowCondition[];
  /** Order of the rows where it is not that of the keys. */
  compareRows?(a: T, b: T): number;
}

/** Declares a kind's behaviour; T is its stored version, from api/kinds/. */
export const resource = <T extends ApiObject>(behavior: ResourceBehavior<T>): ResourceBehavior =>
  // The table knows kinds by name only: what a row is given is always of its own kind.
  behavior as unknown as ResourceBehavior;
