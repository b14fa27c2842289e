import type { GroupVersionResource } from '../api/object.ts';

/** Addresses a collection; with `name` one object, and with `subresource` a part of it. */
export interface ResourceAddress extends GroupVersionResource {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
}

/** Returns the path below the base URL: `/apis/apps/v1/namespaces/shop/deployments/web/scale`. */
export function resourcePath({ group, version, resource, namespace, name, subresource }: ResourceAddress): string {
  const steps = [resource, name, subresource].filter((step) => step !== undefined && step !== '');
  const scope = namespace ? ['namespaces', namespace] : [];
  const root = group ? ['apis', group, version] : ['api', version];
  return `/${[...root, ...scope, ...steps].map((step) => encodeURIComponent(step ?? '')).join('/')}`;
}
