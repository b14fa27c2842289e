import type { APIResource } from '../../api/kinds/meta-v1.generated.ts';
import type { GroupVersionKind } from '../../api/object.ts';

/** A resource in aggregated discovery (apidiscovery v2beta1). */
export interface DiscoveredRemoteResource {
  readonly resource: string;
  readonly responseKind: Partial<GroupVersionKind>;
  readonly scope?: string;
  readonly singularResource?: string;
  readonly verbs?: readonly string[] | null;
  readonly subresources?: readonly object[];
}

/** A group version as an extension API server describes it. */
export interface RemoteVersion {
  readonly version: string;
  readonly resources?: readonly DiscoveredRemoteResource[];
}

/** The parts of an `APIGroupDiscoveryList` that are read. */
export interface RemoteGroupList {
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly RemoteVersion[];
  }[];
}

/**
 * Converts the resources of a group version from the older form of discovery, in which subresources have separate
 * entries.
 */
export function remoteVersionOf(version: string, resources: readonly APIResource[]): RemoteVersion {
  const entries = new Map<string, DiscoveredRemoteResource>();
  for (const { name, group = '', version: of = '', kind, verbs, singularName, namespaced, ...rest } of resources) {
    const [parent = '', subresource] = splitName(name);
    const responseKind = { group, version: of, kind };
    const scope = namespaced ? 'Namespaced' : 'Cluster';
    if (subresource === undefined) {
      const { shortNames, categories } = rest;
      const names = { ...(shortNames?.length ? { shortNames } : {}), ...(categories?.length ? { categories } : {}) };
      entries.set(name, { resource: name, responseKind, scope, singularResource: singularName, verbs, ...names });
      continue;
    }
    const known = entries.get(parent) ?? { resource: parent, responseKind: {}, scope };
    const entry = { subresource, responseKind, verbs };
    entries.set(parent, { ...known, subresources: [...(known.subresources ?? []), entry] });
  }
  return { version, resources: [...entries.values()] };
}

function splitName(name: string): readonly [string, string?] {
  const slash = name.indexOf('/');
  return slash < 0 ? [name] : [name.slice(0, slash), name.slice(slash + 1)];
}
