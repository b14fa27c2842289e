import type { ApiObject } from '../../api/object.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import type { ContextBeforeAdmission, ServerContext } from '../context/server-context.ts';
import type { DeleteOptions } from '../http/delete-options.ts';
import type { StoredObject } from '../objects/object-store.ts';

/** One write of one object. Every commit of the server comes from a plan. */
export type WritePlan = ChangePlan | DeletePlan;

/** A request: its writes are admitted, validated and traced, and retried on a conflict. */
export interface ClientOrigin {
  readonly kind: 'client';
  readonly call: Call;
  readonly server: ServerContext;
  readonly user: UserInfo;
  /** The query parameter; empty when the user agent names the field manager. */
  readonly fieldManager: string;
}

/** The server itself: its writes skip admission, validation and traces, and are attempted once. */
export interface ServerOrigin {
  readonly kind: 'server';
  readonly server: ContextBeforeAdmission;
  readonly user: UserInfo;
  readonly fieldManager: string;
}

interface WriteTarget {
  readonly origin: ClientOrigin | ServerOrigin;
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  /** Empty on a create with generateName. */
  readonly name: string;
  readonly dryRun: boolean;
}

/** A plan that creates or changes an object. Plans of the server create with the verb `update`. */
export interface ChangePlan extends WriteTarget {
  readonly verb: 'create' | 'update' | 'patch' | 'apply';
  /**
   * The body that admission sees instead of the object; 'none' when admission has already seen the body of the request.
   */
  readonly admission?: AdmissionView | 'none';
  /** The proposal is a changed live object: it already has its defaults and its managedFields. */
  readonly isComplete?: boolean;
  /**
   * Whether every proposal is a new object whose members are new or frozen members of the live object. The proposal
   * then becomes the draft without a copy.
   */
  readonly isOwn?: boolean;
  /**
   * Returns the wanted object from the live one, both in the served version. Every attempt calls it again. Plans of the
   * server return undefined when nothing needs to be written.
   * @param warnings receives the warnings of this attempt
   */
  propose(live: ApiObject | undefined, warnings: string[]): Promise<ApiObject | undefined> | ApiObject | undefined;
}

/** A plan that marks an object for deletion, or removes it when no finalizer holds it. */
export interface DeletePlan extends WriteTarget {
  readonly verb: 'delete';
  readonly options: DeleteOptions;
  /** 'none' when admission has already seen the body of the request. */
  readonly admission?: 'none';
  /** Plans of the server: reports whether the live object, in the stored version, is still to be deleted. */
  readonly isWanted?: (live: ApiObject) => boolean;
  /** Called when everything is decided and the commit begins. */
  readonly onCommit?: () => void;
}

/** A body that shows a part of the object: a Scale. */
export interface AdmissionView {
  of(object: ApiObject): ApiObject;
  /** Returns the object with the changes that admission made to the body. */
  into(object: ApiObject, body: ApiObject): ApiObject;
}

export interface WriteOutcome {
  /**
   * The object in the served version as stored now, or as a dry run would store it; the last state of a removed object.
   */
  readonly object: ApiObject;
  /** The state of the object, in the served version of a custom resource; undefined when the object is not stored. */
  readonly stored?: StoredObject;
  readonly effect: 'created' | 'updated' | 'removed';
}
