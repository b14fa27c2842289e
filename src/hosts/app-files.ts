import type { Clock } from '../api/environment.ts';
import { policyOf } from './content-security-policy.ts';

/** The files of one version of the app: their paths, and the hash of each as Subresource Integrity writes it. */
export type AppFiles = Readonly<Record<string, string>>;

/** The page, which is every view's: its address decides what it shows. */
const SHELL = '/';
const LIST = '/app-files.json';
const CACHE_PREFIX = 'tabplane-app-';
/** Downloads at once: browsers open six connections to an HTTP/1.1 host, and the page needs some of them. */
const PARALLEL = 4;
/** Milliseconds before the second and third attempt to download a file. */
const RETRIES = [1000, 4000];

interface Platform {
  readonly caches: CacheStorage;
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
}

interface Removal {
  readonly keepsLatest: boolean;
  readonly isNewest: () => boolean;
}

/**
 * The app as the service worker stores it, a cache for each version. A cache is complete when it has the shell, which
 * is stored last: pages are answered from complete caches only, so that no page ever mixes two versions.
 */
export class StoredApp {
  readonly version: string;
  readonly #name: string;
  readonly #platform: Platform;
  #storing: Promise<void> | undefined;
  #isStored = false;

  /** `version`: the hash of the list of files. */
  constructor(version: string, platform: Platform) {
    this.version = version;
    this.#platform = platform;
    this.#name = CACHE_PREFIX + version;
  }

  async isStored(): Promise<boolean> {
    this.#isStored ||= (await this.#find(SHELL, this.#name)) !== undefined;
    return this.#isStored;
  }

  /** Whether another version is stored as a whole: pages open from it without a network. */
  async hasOtherVersion(): Promise<boolean> {
    for (const name of await this.#otherVersions()) if (await this.#find(SHELL, name)) return true;
    return false;
  }

  /** Downloads and stores every file. @throws TypeError when one could not be had; then nothing of this version stays. */
  store(): Promise<void> {
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined;
    });
    return this.#storing;
  }

  /**
   * Removes other versions, but for the latest one when `keepsLatest`, whose pages load more of it as they go on.
   * `isNewest` is asked after the caches are listed: that of a newer version, which is being installed, has to stay.
   */
  async removeOthers({ keepsLatest, isNewest }: Removal): Promise<void> {
    const others = await this.#otherVersions();
    if (!isNewest()) return;
    const removed = keepsLatest ? others.slice(0, -1) : others;
    await Promise.all(removed.map((name) => this.#platform.caches.delete(name)));
  }

  /** The response to a request for a file or, when it is a navigation, for a view; undefined when it is not stored. */
  async match({ url, mode }: Pick<Request, 'url' | 'mode'>): Promise<Response | undefined> {
    const { pathname } = new URL(url);
    const own = (await this.isStored()) ? await this.#find(pathname, this.#name) : undefined;
    if (own) return own;
    if (mode === 'navigate') return this.#find(SHELL, this.#name);
    // Pages of an earlier version load the rest of it; names with a hash never stand for two contents.
    if (pathname.startsWith('/assets/')) return this.#find(pathname);
    return undefined;
  }

  async #store(): Promise<void> {
    if (await this.isStored()) return;
    const { caches } = this.#platform;
    try {
      const list = await this.#download(LIST, this.version);
      const files = Object.entries((await list.json()) as AppFiles);
      const cache = await caches.open(this.#name);
      const put = async ([path, integrity]: readonly [string, string]): Promise<void> =>
        cache.put(path, withPolicy(path, await this.#download(path, integrity)));
      await forEachOf(
        files.filter(([path]) => path !== SHELL),
        put,
      );
      for (const shell of files.filter(([path]) => path === SHELL)) await put(shell);
      // A cache that was deleted in the meantime takes files, and nobody finds them.
      if (!(await this.isStored())) throw new TypeError('the stored files were deleted during the download');
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Checked against its hash: during a deployment, hosts serve files of two versions, or the page in place of a file. */
  async #download(path: string, integrity: string): Promise<Response> {
    const { fetch, clock } = this.#platform;
    for (let attempt = 0; ; attempt++) {
      try {
        // What the page has loaded already is only revalidated; after a failure that copy is not trusted.
        const cache = attempt === 0 ? 'no-cache' : 'reload';
        const response = await fetch(path, { cache, integrity, redirect: 'error' });
        if (!response.ok) throw new TypeError(`${path} was answered with status ${response.status}`);
        return response;
      } catch (error) {
        const wait = RETRIES[attempt];
        if (wait === undefined) throw error;
        await new Promise<void>((resolve) => clock.after(wait, resolve));
      }
    }
  }

  /** In the named cache, or in any of the app's. */
  async #find(path: string, cacheName?: string): Promise<Response | undefined> {
    const { caches } = this.#platform;
    // Hosts vary by Origin, which requests for scripts have and those of this worker do not.
    return caches.match(path, { ignoreVary: true, ...(cacheName ? { cacheName } : {}) });
  }

  /** Names of the caches of other versions, the oldest first. */
  async #otherVersions(): Promise<readonly string[]> {
    const names = await this.#platform.caches.keys();
    return names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== this.#name);
  }
}

/** Of the host's headers only the type: its encoding is undone, and the policy must hold offline too. */
function withPolicy(path: string, response: Response): Response {
  const headers = {
    'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
    'content-security-policy': policyOf(path),
  };
  return new Response(response.body, { headers });
}

/** A few at a time. @throws the first error, after which none is begun */
async function forEachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work)).catch((error: unknown) => {
    rest.length = 0;
    throw error;
  });
}
