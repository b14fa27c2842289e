import type { AdmissionStep } from '../api/debug/request-trace.ts';
import type { Dialect } from '../api/dialect.ts';
import type { Clock, Fetch, Random } from '../api/environment.ts';
import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { ServiceCaller } from '../api/ports/service-caller.ts';
import type { UserInfo } from '../api/user-info.ts';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** One write on its way through admission. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  /** Empty on a create with generateName, and on deletecollection. */
  readonly name: string;
  /** The new object, absent on DELETE: a draft that mutating plugins may change (or replace). */
  object: ApiObject | undefined;
  /** What is stored; absent on CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** Adds a `Warning` header to the answer. */
  warn(text: string): void;
  /** While mutating plugins run: whether they do so for the second time, and how to ask for that. */
  readonly reinvocation?: Reinvocation;
  /**
   * Registers what to undo when the write fails after all: it is refused, conflicts or cannot be stored. Called again
   * later when it rejects. Undefined where nothing is written.
   */
  onFailure?(undo: () => Promise<void>): void;
  /** Adds `<plugin>/<key>` to the audit event. */
  annotate?(key: string, value: string): void;
  /** The same for what tells of the object: it is asked for where the event's level is Request or above. */
  annotateRequest?(key: string, valueText: () => string): void;
  /** Traces one webhook or policy; steps of whole plugins are recorded by whoever runs the chain. Absent: nobody looks. */
  record?(step: AdmissionStep): void;
}

/** All mutating plugins look at an object once more when a webhook has changed it. Made anew for each object. */
export interface Reinvocation {
  readonly isSecondRound: boolean;
  /** Asks for the second round. */
  request(): void;
}

export interface AdmissionContext {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  /** For what is asked of others: webhooks. */
  readonly fetch: Fetch;
  /** Webhooks that name a Service are reached through it; absent: nothing answers for any Service. */
  readonly callService?: ServiceCaller;
  readonly reader: ObjectReader;
  readonly kinds: AdmissionKinds;
  /** What the few plugins that keep accounts (quotas) or create (namespaces) write through. */
  readonly writer: ObjectWriter;
  readonly authorizer: Permissions;
  /** How long pods stay on nodes that are so, when they do not say; five minutes each when absent. */
  readonly tolerationSeconds?: { readonly 'not-ready': number; readonly unreachable: number };
  /** Told of every webhook that was asked; absent: nobody counts. */
  observeWebhook?(observed: ObservedWebhook): void;
}

export interface ObservedWebhook {
  readonly name: string;
  /** As metrics call the phase. */
  readonly type: 'admit' | 'validating';
  readonly operation: AdmissionOperation;
  readonly rejected: boolean;
  readonly seconds: number;
}

/** What plugins may ask about kinds and their versions. */
export interface AdmissionKinds {
  /** As what else the same objects are served: in other versions and groups, in the order of their registration. */
  equivalents(
    resource: GroupVersionResource,
    subresource: string,
  ): readonly { readonly resource: GroupVersionResource; readonly kind: GroupVersionKind }[];
  /** What a kind is served as; undefined when it is not. */
  resourceOf(
    kind: GroupVersionKind,
  ): { readonly resource: GroupVersionResource; readonly isNamespaced: boolean } | undefined;
  /** The object in the version of another of its kinds. */
  convert(object: ApiObject, kind: GroupVersionKind): ApiObject;
  /**
   * Reads the JSON of an object into its kind; unknown members are dropped.
   * @throws Error in Go's words
   */
  decode(json: string, kind: GroupVersionKind): ApiObject;
  /** What `decode` would make of the JSON of an object of the kind. */
  canonical(object: ApiObject, kind: GroupVersionKind): ApiObject;
  /** Fills in what an object of the kind leaves open. */
  setDefaults(object: ApiObject, kind: GroupVersionKind): void;
}

/** Writes of the server itself, past authorization and admission. */
export interface ObjectWriter {
  /** Undefined when the name is taken. */
  create(group: string, resource: string, object: ApiObject): Promise<ApiObject | undefined>;
  /** Replaces the object if it still is at its resourceVersion; undefined when it is not. */
  update(group: string, resource: string, object: ApiObject): Promise<ApiObject | undefined>;
}

/** What a plugin may ask about the rights of a user (the shape of an authorizer, which this layer does not import). */
export interface Permissions {
  authorize(request: PermissionRequest): Promise<{ readonly decision: string; readonly reason: string }>;
}
export interface PermissionRequest {
  readonly user: UserInfo;
  readonly verb: string;
  readonly isResourceRequest: boolean;
  readonly namespace: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Of requests that are about no resource. */
  readonly path: string;
}

/** A plugin refuses by throwing a StatusError. */
export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` names it. */
  readonly name: string;
  readonly handles: ReadonlySet<AdmissionOperation>;
  /** May change `attributes.object`. */
  mutate?(attributes: AdmissionAttributes): Promise<void> | void;
  validate?(attributes: AdmissionAttributes): Promise<void> | void;
}

/** Plugins are made once per server, with what the admission configuration says to them (empty: nothing). */
export type AdmissionPluginFactory = (
  context: AdmissionContext,
  configuration: Readonly<Record<string, unknown>>,
) => AdmissionPlugin;
