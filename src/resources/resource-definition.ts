import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random } from '../api/environment.ts';
import type { FieldError } from '../api/field-error.ts';
import type { ApiObject } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { IpRange } from '../api/values/ip-address.ts';

/** The context of a strategy, besides the object. */
export interface StrategyContext {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** The version of the request, such as `v1beta2`; undefined for the stored version. */
  readonly version?: string;
  readonly reader: ObjectReader;
  /** The ranges of cluster IPs: one range, or one of each IP family. */
  readonly serviceRanges: readonly IpRange[];
  /** Reports whether an object holds the claim (see `claims`). */
  isClaimed(claim: string): boolean;
}

/**
 * The behavior of one kind. Everything is optional: without a strategy, objects are stored as sent once their fields
 * and metadata are valid. Functions named prepare… and setDefaults change their draft; the others do not. Drafts are
 * complete as defined in `schema/canonical.ts`: required fields are present, but may be empty. Names, verbs,
 * subresources, short names and the scope of a kind are data (`schema/data/resources.json`).
 */
export interface Strategy<T extends ApiObject = ApiObject> {
  /** Sets the defaults of every version of the kind. Runs on each decoded body and each patched object. */
  setDefaults?(draft: T, context: StrategyContext): void;
  prepareForCreate?(draft: T, context: StrategyContext): void | Promise<void>;
  /** Runs after the status has been copied from `live`. */
  prepareForUpdate?(draft: T, live: T, context: StrategyContext): void | Promise<void>;
  /** Returns the errors of a new object, in the server's order. */
  validate?(object: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  /**
   * Returns the errors that an update has by the rules for new objects, with which `validateUpdate` begins. Only for
   * kinds that apply other rules to new objects. Defaults to `validate`.
   */
  revalidate?(object: T, live: T, context: StrategyContext): readonly FieldError[];
  /** Returns the errors of an update. Defaults to `validate` of the new object. */
  validateUpdate?(object: T, live: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  /** Changes a new valid object before it is stored. */
  canonicalize?(draft: T): void;
  /** Returns texts for `Warning` headers. `live` is undefined on create. */
  warnings?(object: T, live: T | undefined, context: StrategyContext): readonly string[];
  /** Dotted paths of fields that writes of the object itself never own. Defaults to `status`. */
  readonly resetFields?: readonly string[];
  /** Subresources that write (part of) the same object, `status` above all. */
  readonly subresources?: Readonly<Record<string, SubresourceStrategy<T>>>;
}

export interface SubresourceStrategy<T extends ApiObject = ApiObject> {
  /**
   * Dotted paths of fields that a write through the subresource never changes and therefore never owns. `status`
   * defaults to `spec`.
   */
  readonly resetFields?: readonly string[];
  /** Sets the defaults of the status, for a write of `status` that takes everything else from the live object. */
  setDefaults?(draft: T, context: StrategyContext): void;
  /**
   * Restores the fields that this subresource must not change. By default, everything but metadata and `status` is
   * copied from `live`.
   */
  prepareForUpdate?(draft: T, live: T, context: StrategyContext): void | Promise<void>;
  validateUpdate?(object: T, live: T, context: StrategyContext): readonly FieldError[] | Promise<readonly FieldError[]>;
  warnings?(object: T, live: T, context: StrategyContext): readonly string[];
}

export interface TableColumn<T extends ApiObject = ApiObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** With Kubernetes names, which the dialect renames. */
  readonly description: string;
  /** Whether the author of a custom resource wrote the column: its description is shown as written. */
  readonly isDeclared?: boolean;
  /** 0: always shown; 1: only in wide output. */
  readonly priority?: number;
  /** Returns the cell. `now` is in milliseconds, for ages. */
  cell(object: T, now: number): unknown;
}

/** A condition of a table row: `Completed` for objects that no longer run. */
export interface TableRowCondition {
  readonly type: 'Completed';
  readonly status: 'True';
  readonly reason: string;
  readonly message: string;
}

/** Converts between one version and the stored one. Each function returns a new object with its apiVersion set. */
export interface Conversion<T extends ApiObject = ApiObject> {
  toStorage(object: ApiObject, dialect: Dialect): T;
  fromStorage(object: T, dialect: Dialect): ApiObject;
}

/** The behavior of a kind, as its file in resources/<group>/ declares it. */
export interface ResourceBehavior<T extends ApiObject = ApiObject> {
  /** Names are Kubernetes' own; the resource table renames them for the dialect. */
  readonly group: string;
  /** The plural name used in paths. */
  readonly resource: string;
  /** The stored version. Only needed when several are served. */
  readonly storageVersion?: string;
  /** The version that the real server stores, which discovery shows as a hash; by default the stored version. */
  readonly hashedVersion?: string;
  /** By version, without the stored one. */
  readonly conversions?: Readonly<Record<string, Conversion<T>>>;
  /** The second segment of storage keys if it is not the plural name (`controllers` for replication controllers). */
  readonly storageName?: string;
  /** The group in validation errors if it is not the kind's own (events are validated as core events). */
  readonly errorGroup?: string;
  readonly strategy?: Strategy<T>;
  /** Returns the errors of a name (`isPrefix`: of a generateName). Defaults to a DNS subdomain. */
  validateName?(name: string, isPrefix: boolean): readonly string[];
  /** Whether `validate` also returns the errors of the metadata, because they are not the first. */
  readonly validatesMetadata?: boolean;
  /** Whether a finalizer without a slash may be any name, instead of only a standard one. */
  readonly takesAnyFinalizer?: boolean;
  /** Reports whether an update without changes is also stored and raises the resourceVersion. */
  writesUnchanged?(object: T): boolean;
  /** Whether a new object keeps the status sent by the client (nodes register with their status). */
  readonly keepsStatusOnCreate?: boolean;
  /**
   * Returns the part of the object whose changes increment metadata.generation. Undefined: the kind has no generation.
   */
  generation?(object: T): unknown;
  /** Whether PUT creates a missing object. */
  readonly allowCreateOnUpdate?: boolean;
  /** False when PUT requires a resourceVersion. */
  readonly allowUnconditionalUpdate?: boolean;
  /**
   * Marks an object at its first deletion. Only for kinds that change more than the timestamp and finalizers. `now` is
   * in milliseconds.
   */
  markForDeletion?(draft: T, now: number, dialect: Dialect): void;
  /** Whether DELETE responds with the object instead of a Status. */
  readonly deleteAnswersObject?: boolean;
  /**
   * The treatment of dependents by a DELETE without a propagationPolicy. `None`: objects have no dependents, regardless
   * of the policy.
   */
  readonly defaultPropagation?: 'Background' | 'None' | 'Orphan';
  /**
   * Returns the seconds before an object is removed; 0: immediately. `requested` is the client's gracePeriodSeconds.
   * Undefined: no graceful deletion.
   */
  gracePeriodSeconds?(object: T, requested: number | undefined): number;
  /**
   * Returns names that at most one object may hold at a time (`ip/10.96.0.1`, `nodeport/TCP/30000`). Storage commits
   * them together with the object.
   */
  claims?(object: T): readonly string[];
  /** Fields that field selectors support besides metadata.name and metadata.namespace. */
  readonly selectableFields?: Readonly<Record<string, (object: T) => string>>;
  /**
   * The server has three messages for unsupported field labels: `field label not supported: x` (plain), `field label
   * "x" not supported for Job` (namesKind), and one that lists only the metadata fields (undefined).
   */
  readonly unknownFieldLabelError?: 'plain' | 'namesKind';
  /** Defaults to Name and Created At. */
  readonly columns?: readonly TableColumn<T>[];
  /** Returns conditions of an object's row. Most kinds have none. */
  rowConditions?(object: T): readonly TableRowCondition[];
  /** Compares rows if they are not sorted by key. */
  compareRows?(a: T, b: T): number;
}

/** Declares the behavior of a kind. T is its stored version, from api/kinds/. */
export const resource = <T extends ApiObject>(
  { group, resource: plural }: Pick<ResourceBehavior, 'group' | 'resource'>,
  behavior: Omit<ResourceBehavior<T>, 'group' | 'resource'>,
): ResourceBehavior =>
  // The table finds kinds by name only; a behavior only ever receives objects of its own kind.
  ({ ...behavior, group, resource: plural }) as unknown as ResourceBehavior;
