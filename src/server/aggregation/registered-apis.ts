import { compareVersions } from '../catalog/compare-versions.ts';
import type { ServedGroup } from '../catalog/resource-table.ts';
import { LEGACY_API_NAME, type RegisteredApi, type RemoteApi } from './registered-api.ts';

/** An APIService with a service. */
export type RemoteRegistration = RegisteredApi & { readonly remote: RemoteApi };

/** The stored APIServices. They determine the order of discovery and the server of each group version. */
export class RegisteredApis {
  readonly #byName = new Map<string, RegisteredApi>();
  #groups: readonly ServedGroup[] | undefined;
  #remote: readonly RemoteRegistration[] = [];

  get all(): Iterable<RegisteredApi> {
    return this.#byName.values();
  }

  get(name: string): RegisteredApi | undefined {
    return this.#byName.get(name);
  }

  set(api: RegisteredApi): void {
    this.#byName.set(api.name, api);
    this.#changed();
  }

  delete(name: string): void {
    this.#byName.delete(name);
    this.#changed();
  }

  #changed(): void {
    this.#groups = undefined;
    this.#remote = [...this.#byName.values()].filter((api): api is RemoteRegistration => api.remote !== undefined);
  }

  /** The APIServices of extension API servers. Kept as a list, because they are few and read often. */
  get remote(): readonly RemoteRegistration[] {
    return this.#remote;
  }

  /** Returns the extension API server of a path; undefined when this server serves the path. */
  remoteAt(path: string): RemoteApi | undefined {
    if (this.#remote.length === 0) return undefined;
    const [, prefix, group, version] = path.split('/');
    if (prefix === 'api') return this.#byName.get(LEGACY_API_NAME)?.remote;
    return prefix === 'apis' && version ? this.#byName.get(`${version}.${group}`)?.remote : undefined;
  }

  /** Registered groups by falling priority, then by the name of the APIService; each with its preferred version first. */
  get groups(): readonly ServedGroup[] {
    this.#groups ??= groupsOf([...this.#byName.values()]);
    return this.#groups;
  }
}

function groupsOf(apis: readonly RegisteredApi[]): ServedGroup[] {
  const byGroup = new Map<string, RegisteredApi[]>();
  for (const api of apis.toSorted(byGroupPriority)) byGroup.set(api.group, [...(byGroup.get(api.group) ?? []), api]);
  return [...byGroup].map(([group, members]) => {
    const versions = members.toSorted(byVersionPriority).map(({ version }) => version);
    return { group, versions, preferred: versions[0] ?? '' };
  });
}

const byGroupPriority = (a: RegisteredApi, b: RegisteredApi): number =>
  b.groupPriorityMinimum - a.groupPriorityMinimum || (a.name < b.name ? -1 : 1);

const byVersionPriority = (a: RegisteredApi, b: RegisteredApi): number =>
  b.versionPriority - a.versionPriority || compareVersions(a.version, b.version);
