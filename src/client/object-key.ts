import type { ApiObject } from '../api/object.ts';

/** Returns the key of an object within its resource: `namespace/name`, or `name` for cluster-scoped objects. */
export const objectKey = ({ metadata: { namespace, name } }: Pick<ApiObject, 'metadata'>): string =>
  namespace ? `${namespace}/${name ?? ''}` : (name ?? '');
