import type { ApiObject } from '../../api/object.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { WriteOptions } from '../http/write-options.ts';

/** One write of one object: what is particular to create, update, patch or apply. */
export interface WritePlan {
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  /** Empty on a create with generateName. */
  readonly name: string;
  readonly verb: 'create' | 'update' | 'patch' | 'apply';
  readonly options: WriteOptions;
  /** What admission is asked about, where that is not the object itself; 'none': it has been asked already. */
  readonly admission?: AdmissionView | 'none';
  /** What is proposed brings its managedFields; otherwise only an apply does, and those of others are tracked here. */
  readonly bringsManagedFields?: boolean;
  /** Takes what admission registers to be undone when the attempt fails; `write` sets it. */
  readonly onFailure?: (undo: () => Promise<void>) => void;
  /**
   * The object as the client wants it, in the served version, from what is stored now. Called again after a conflict.
   */
  propose(live: ApiObject | undefined): Promise<ApiObject> | ApiObject;
}

/** A body that shows a part of the object: a Scale. */
export interface AdmissionView {
  of(object: ApiObject): ApiObject;
  /** The object with what admission made of the body. */
  into(object: ApiObject, body: ApiObject): ApiObject;
}

export interface WriteOutcome {
  /** In the served version, as it is stored now (or would be, in a dry run). */
  readonly object: ApiObject;
  readonly created: boolean;
  /** The revision that the write committed, also when it removed the object; absent when nothing changed. */
  readonly revision?: string;
}
