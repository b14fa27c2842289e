import type { GroupVersionResource } from '../api/object.ts';

/** Addresses a collection; with `name` one object, and with `subresource` a part of it. */
export interface ResourceAddress extends GroupVersionResource {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Returns the path below the base URL: `/apis/apps/v1/namespaces/shop/deployments/web/scale`. */
export function resourcePath({ group, version, resource, namespace, name, subresource }: ResourceAddress): string {
  const root = group ? `/apis/${encodeURIComponent(group)}` : '/api';
  const scope = namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}/${encodeURIComponent(version)}${scope}${step(resource)}${step(name)}${step(subresource)}`;
}

const step = (text: string | undefined): string => (text ? `/${encodeURIComponent(text)}` : '');
