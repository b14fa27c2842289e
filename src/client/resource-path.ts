import type { GroupVersionResource } from '../api/object.ts';

/** Addresses a collection; with `name` one object, and with `subresource` a part of it. */
export interface ResourceAddress extends GroupVersionResource {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** A resource and a version of it. */
type Resource = Pick<ResourceAddress, 'group' | 'version' | 'resource'>;

/**
 * Returns the address of a resource's collection in a namespace. Faster than a spread copy, which has a separate hidden
 * class and is slow to read.
 */
export const collectionIn = ({ group, version, resource }: Resource, namespace: string) => ({
  group,
  version,
  resource,
  namespace,
});

/** Returns the address of an object in a namespace, or of its subresource, as fast as `collectionIn`. */
export const objectIn = (
  { group, version, resource }: Resource,
  namespace: string,
  name: string,
  subresource = '',
): ResourceAddress => ({ group, version, resource, namespace, name, subresource });

/** Returns the path below the base URL: `/apis/apps/v1/namespaces/shop/deployments/web/scale`. */
export function resourcePath(address: ResourceAddress): string {
  const { name, subresource } = address;
  const path = collectionPath(address);
  return name || subresource ? path + step(name) + step(subresource) : path;
}

interface KnownCollection extends Omit<ResourceAddress, 'name' | 'subresource'> {
  readonly path: string;
}

const MOST_COLLECTIONS = 100;

/**
 * The last addressed collection of each resource: clients address many objects of a few collections. A plain map,
 * because bundlers would include `BoundedMap` and its module in programs that do not need it.
 */
const known = new Map<string, KnownCollection>();

function collectionPath({ group, version, resource, namespace }: ResourceAddress): string {
  const last = known.get(resource);
  if (last?.group === group && last.version === version && last.namespace === namespace) return last.path;
  const root = group ? `/apis/${encoded(group)}` : '/api';
  const scope = namespace ? `/namespaces/${encoded(namespace)}` : '';
  const path = `${root}/${encoded(version)}${scope}${step(resource)}`;
  if (known.size >= MOST_COLLECTIONS) known.clear();
  known.set(resource, { group, version, resource, ...(namespace === undefined ? {} : { namespace }), path });
  return path;
}

const step = (text: string | undefined): string => (text ? `/${encoded(text)}` : '');

const NEEDS_NO_ENCODING = /^[\w.-]*$/;

/** Skips the platform's slow encoding for plain names, which nearly all are. */
const encoded = (text: string): string => (NEEDS_NO_ENCODING.test(text) ? text : encodeURIComponent(text));

/** Parameters by name; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns a query with its question mark; an empty text when no parameter has a value. */
export function queryText(query: Query): string {
  let text = '';
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    text += `${text === '' ? '?' : '&'}${name}=${formEncoded(String(value))}`;
  }
  return text;
}

const PLAIN_VALUE = /^[\w*.-]*$/;

/** Skips the platform's slow encoding for plain values, which nearly all are. */
const formEncoded = (text: string): string =>
  PLAIN_VALUE.test(text) ? text : new URLSearchParams([['', text]]).toString().slice('='.length);
