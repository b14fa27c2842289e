import type { ObjectMeta } from './kinds/meta-v1.generated.ts';

/** Any value that JSON.parse returns. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Any API object: the fields that all kinds share. `kinds/` has the complete types. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** Views an object as plain data, for code that handles every kind. */
export const asRecord = (object: object): Record<string, unknown> => object as Record<string, unknown>;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own member of plain data, ignoring inherited ones such as `constructor`. */
export function memberOf<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  if (!record) return undefined;
  const value = record[name];
  // Only functions and `__proto__` are inherited. For other members, a hasOwn check would take longer than the read.
  const mayBeInherited = typeof value === 'function' || name === '__proto__';
  return mayBeInherited && !Object.hasOwn(record, name) ? undefined : value;
}

/** Sets a member of plain data; `__proto__` is an ordinary name. */
export function setMember<T>(record: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Reports whether an object has a kind of the core group. Custom resources may have kinds of the same name. */
export const isOfCoreKind = ({ apiVersion, kind }: Pick<ApiObject, 'apiVersion' | 'kind'>, name: string): boolean =>
  apiVersion === 'v1' && kind === name;

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}
/** A group and resource; messages write them as `configmaps` or `deployments.apps`. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** Reports whether it is the core group's namespaces, which have their own deletion and admission rules. */
export const isNamespaces = ({ group, resource }: GroupResource): boolean => group === '' && resource === 'namespaces';

export const groupResourceText = ({ group, resource }: GroupResource): string =>
  group ? `${resource}.${group}` : resource;
export const groupKindText = ({ group, kind }: { group: string; kind: string }): string =>
  group ? `${kind}.${group}` : kind;

/** Returns the `apiVersion` of a group and version: `v1`, `apps/v1`. */
export const apiVersionOf = (group: string, version: string): string => (group ? `${group}/${version}` : version);
export const parseApiVersion = (apiVersion: string): { group: string; version: string } => {
  const slash = apiVersion.indexOf('/');
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
};
