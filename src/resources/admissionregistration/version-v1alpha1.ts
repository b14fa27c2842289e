import type { ApiObject } from '../../api/object.ts';
import type { Conversion } from '../resource-definition.ts';

/** Both versions have the same fields. */
export const sameFields = <T extends ApiObject>(): Conversion<T> => ({
  toStorage: (object) => ({ ...object, apiVersion: object.apiVersion.replace(/[^/]+$/, 'v1beta1') }) as T,
  fromStorage: (object) => ({ ...object, apiVersion: object.apiVersion.replace(/[^/]+$/, 'v1alpha1') }),
});
