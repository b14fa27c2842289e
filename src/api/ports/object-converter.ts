import type { ApiObject } from '../object.ts';

/** Converts objects between the versions of a custom resource. */
export interface ObjectConverter {
  /**
   * Returns the objects in a version, in their order. Does not modify them.
   * @throws StatusError 500 when the conversion webhook fails
   */
  convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]>;
}
