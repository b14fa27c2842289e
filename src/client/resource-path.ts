import type { GroupVersionResource } from '../api/object.ts';

/** Addresses a collection; with `name` one object, and with `subresource` a part of it. */
export interface ResourceAddress extends GroupVersionResource {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Returns the path below the base URL: `/apis/apps/v1/namespaces/shop/deployments/web/scale`. */
export function resourcePath({ group, version, resource, namespace, name, subresource }: ResourceAddress): string {
  const root = group ? `/apis/${encoded(group)}` : '/api';
  const scope = namespace ? `/namespaces/${encoded(namespace)}` : '';
  return `${root}/${encoded(version)}${scope}${step(resource)}${step(name)}${step(subresource)}`;
}

const step = (text: string | undefined): string => (text ? `/${encoded(text)}` : '');

const NEEDS_NO_ENCODING = /^[\w.-]*$/;

/** Nearly all names are plain, for which the platform's encoding takes long. */
const encoded = (text: string): string => (NEEDS_NO_ENCODING.test(text) ? text : encodeURIComponent(text));
