import type { ApiObject } from '../../api/object.ts';

/** The same object, said to be of another version of its group. */
export const inVersion = (object: ApiObject, version: string): ApiObject => ({
  ...object,
  apiVersion: object.apiVersion.replace(/[^/]+$/, version),
});
