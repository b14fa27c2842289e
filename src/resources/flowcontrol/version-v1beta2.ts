import type { ApiObject } from '../../api/object.ts';

/** Returns the same object with another version of its group. */
export const inVersion = (object: ApiObject, version: string): ApiObject => ({
  ...object,
  apiVersion: object.apiVersion.replace(/[^/]+$/, version),
});
