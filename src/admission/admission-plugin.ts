import type { WebhookFault } from '../api/debug/fault-state.ts';
import type { AdmissionStep } from '../api/debug/request-trace.ts';
import type { Dialect } from '../api/dialect.ts';
import type { Clock, Fetch, Random } from '../api/environment.ts';
import type { ApiObject, GroupVersionKind, GroupVersionResource } from '../api/object.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { ServiceCaller } from '../api/ports/service-caller.ts';
import type { UserInfo } from '../api/user-info.ts';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

/** The attributes of one write in admission. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  /** Empty on a create with generateName, and on deletecollection. */
  readonly name: string;
  /** The new object; undefined on DELETE. Mutating plugins may change or replace it. */
  object: ApiObject | undefined;
  /** The stored object; undefined on CREATE and CONNECT. */
  readonly oldObject: ApiObject | undefined;
  /** CreateOptions, UpdateOptions, PatchOptions or DeleteOptions. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly dryRun: boolean;
  readonly user: UserInfo;
  /** Adds a `Warning` header to the response. */
  warn(text: string): void;
  /** Set while mutating plugins run: whether this is their second round, and how to request one. */
  readonly reinvocation?: Reinvocation;
  /**
   * Registers an undo for when the write fails later: it is denied, conflicts or cannot be stored. A rejected undo is
   * retried. Undefined when nothing is written.
   */
  onFailure?(undo: () => Promise<void>): void;
  /** Adds the annotation `<plugin>/<key>` to the audit event. */
  annotate?(key: string, value: string): void;
  /**
   * Like `annotate`, for values that contain parts of the object. The value is only computed at the levels Request and
   * RequestResponse.
   */
  annotateRequest?(key: string, valueText: () => string): void;
  /**
   * Records the step of one webhook or policy in the trace; the caller of the chain records the steps of whole plugins.
   * Undefined when tracing is off.
   */
  record?(step: AdmissionStep): void;
}

/** Mutating plugins run a second time when a webhook has changed the object. One instance for each object. */
export interface Reinvocation {
  readonly isSecondRound: boolean;
  /** Requests the second round. */
  request(): void;
}

export interface AdmissionContext {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly random: Random;
  /** For requests to webhooks. */
  readonly fetch: Fetch;
  /** Calls webhooks that name a Service. When undefined, no Service can be reached. */
  readonly callService?: ServiceCaller;
  readonly reader: ObjectReader;
  readonly kinds: AdmissionKinds;
  /** For the few plugins that update quotas or create namespaces. */
  readonly writer: ObjectWriter;
  readonly authorizer: Permissions;
  /** Seconds that pods without such tolerations stay on nodes with these taints. Defaults to five minutes each. */
  readonly tolerationSeconds?: { readonly 'not-ready': number; readonly unreachable: number };
  /** Returns the fault that a user gives a webhook; undefined when its calls are sent. */
  faultOfWebhook?(name: string): WebhookFault | undefined;
  /** Called after every webhook call. Undefined when metrics are off. */
  observeWebhook?(observed: ObservedWebhook): void;
}

export interface ObservedWebhook {
  readonly name: string;
  /** The phase, as metrics name it. */
  readonly type: 'admit' | 'validating';
  readonly operation: AdmissionOperation;
  readonly rejected: boolean;
  readonly seconds: number;
}

/** Looks up and converts kinds and their versions for plugins. */
export interface AdmissionKinds {
  /** Returns the other versions and groups that serve the same objects, in the order of their registration. */
  equivalents(
    resource: GroupVersionResource,
    subresource: string,
  ): readonly { readonly resource: GroupVersionResource; readonly kind: GroupVersionKind }[];
  /** Returns the resource that serves a kind; undefined when it is not served. */
  resourceOf(
    kind: GroupVersionKind,
  ): { readonly resource: GroupVersionResource; readonly isNamespaced: boolean } | undefined;
  /** Converts an object to another kind that serves it. @throws StatusError when its conversion webhook fails */
  convert(object: ApiObject, kind: GroupVersionKind): Promise<ApiObject>;
  /**
   * Decodes the JSON of an object of the kind. Unknown fields are dropped.
   * @throws Error with Go's message
   */
  decode(json: string, kind: GroupVersionKind): ApiObject;
  /** Returns what `decode` would return for the JSON of an object of the kind. */
  canonical(object: ApiObject, kind: GroupVersionKind): ApiObject;
  /** Sets the defaults of an object of the kind. */
  setDefaults(object: ApiObject, kind: GroupVersionKind): void;
}

/** Writes by the server itself, without authorization and admission. */
export interface ObjectWriter {
  /** Returns undefined when the name is taken. */
  create(group: string, resource: string, object: ApiObject): Promise<ApiObject | undefined>;
  /** Replaces the object. Returns undefined when its resourceVersion is no longer current. */
  update(group: string, resource: string, object: ApiObject, subresource?: 'status'): Promise<ApiObject | undefined>;
}

/** Authorizes actions of users (the shape of an authorizer, which this room does not import). */
export interface Permissions {
  authorize(request: PermissionRequest): PermissionDecision | Promise<PermissionDecision>;
}
export interface PermissionDecision {
  readonly decision: string;
  readonly reason: string;
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
  /** For requests without a resource. */
  readonly path: string;
}

/**
 * An admission plugin. It denies a request by throwing a StatusError. A phase that need not wait returns no promise,
 * because a write passes dozens of plugins and most have nothing to do.
 */
export interface AdmissionPlugin {
  /** The name in `--enable-admission-plugins`. */
  readonly name: string;
  readonly handles: ReadonlySet<AdmissionOperation>;
  /** The resources that the plugin acts on, as `group/resource` or `group/resource/subresource`; undefined for all. */
  readonly resources?: ReadonlySet<string>;
  /**
   * Reports whether the plugin is known to have nothing to apply, such as webhooks. An idle plugin ignores every
   * request.
   */
  isIdle?(): boolean;
  /** May change `attributes.object`. */
  mutate?(attributes: AdmissionAttributes): Promise<void> | void;
  validate?(attributes: AdmissionAttributes): Promise<void> | void;
}

/** Creates a plugin, once per server, with its admission configuration (empty if there is none). */
export type AdmissionPluginFactory = (
  context: AdmissionContext,
  configuration: Readonly<Record<string, unknown>>,
) => AdmissionPlugin;
