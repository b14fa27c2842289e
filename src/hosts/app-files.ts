import type { Clock } from '../api/environment.ts';
import { appHeaders, frameAncestorsIn } from './app-headers.ts';

/** The files of one version of the app: path to Subresource Integrity hash. */
export type AppFiles = Readonly<Record<string, string>>;

/** The page, shared by all views: its URL decides what it shows. */
const SHELL = '/';
const LIST = '/app-files.json';
const CACHE_PREFIX = 'tabplane-app-';
/** Concurrent downloads. Browsers open six connections to an HTTP/1.1 host, and the page needs some of them. */
const PARALLEL = 4;
/** Milliseconds before the second and third download attempt of a file. */
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
 * The app as the service worker stores it, with a cache for each version. A cache is complete when it has the shell,
 * which is stored last. Pages are served from complete caches only, so that no page ever mixes two versions.
 */
export class StoredApp {
  readonly version: string;
  readonly #name: string;
  readonly #platform: Platform;
  #storing: Promise<void> | undefined;
  #isStored = false;

  /** @param version the hash of the list of files */
  constructor(version: string, platform: Platform) {
    this.version = version;
    this.#platform = platform;
    this.#name = CACHE_PREFIX + version;
  }

  async isStored(): Promise<boolean> {
    this.#isStored ||= (await this.#find(SHELL, this.#name)) !== undefined;
    return this.#isStored;
  }

  /** Reports whether another version is stored completely, so that pages open from it without a network. */
  async hasOtherVersion(): Promise<boolean> {
    for (const name of await this.#otherVersions()) if (await this.#find(SHELL, name)) return true;
    return false;
  }

  /** Downloads and stores every file. @throws TypeError when a download failed; the incomplete version is removed */
  store(): Promise<void> {
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined;
    });
    return this.#storing;
  }

  /**
   * Removes other versions, except the latest one if `keepsLatest`, because its pages still load files from it.
   * `isNewest` is called after the caches are listed: the cache of a newer version that is being installed must stay.
   */
  async removeOthers({ keepsLatest, isNewest }: Removal): Promise<void> {
    const others = await this.#otherVersions();
    if (!isNewest()) return;
    const removed = keepsLatest ? others.slice(0, -1) : others;
    await Promise.all(removed.map((name) => this.#platform.caches.delete(name)));
  }

  /** Returns the response to a request for a file or, for a navigation, the page; undefined when it is not stored. */
  async match({ url, mode }: Pick<Request, 'url' | 'mode'>): Promise<Response | undefined> {
    const { pathname } = new URL(url);
    const own = (await this.isStored()) ? await this.#find(pathname, this.#name) : undefined;
    if (own) return own;
    if (mode === 'navigate') return this.#find(SHELL, this.#name);
    // Pages of an earlier version still load their files; file names with a hash are unique across versions.
    if (pathname.startsWith('/assets/')) return this.#find(pathname);
    return undefined;
  }

  /** Returns a file whose name has a hash, stored or downloaded. @throws TypeError when it cannot be downloaded */
  async read(path: string, integrity: string): Promise<Response> {
    const stored = await this.#find(path).catch(() => undefined);
    return stored ?? this.#fetch(path, integrity, 'default');
  }

  async #store(): Promise<void> {
    if (await this.isStored()) return;
    const { caches } = this.#platform;
    try {
      const list = await this.#download(LIST, this.version);
      const files = Object.entries((await list.json()) as AppFiles);
      const cache = await caches.open(this.#name);
      const put = async ([path, integrity]: readonly [string, string]): Promise<void> =>
        cache.put(path, withAppHeaders(path, await this.#download(path, integrity)));
      await forEachOf(
        files.filter(([path]) => path !== SHELL),
        put,
      );
      for (const shell of files.filter(([path]) => path === SHELL)) await put(shell);
      // Writing to a deleted cache succeeds, but its files cannot be found.
      if (!(await this.isStored())) throw new TypeError('the stored files were deleted during the download');
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /**
   * Downloads a file and verifies its hash: during a deployment, hosts may serve files of two versions, or the page
   * instead of a file.
   */
  async #download(path: string, integrity: string): Promise<Response> {
    const { clock } = this.#platform;
    for (let attempt = 0; ; attempt++) {
      try {
        // Files that the page has already loaded are only revalidated. After a failure, the cached copy is not trusted.
        const cache = attempt === 0 ? 'no-cache' : 'reload';
        return await this.#fetch(path, integrity, cache);
      } catch (error) {
        const wait = RETRIES[attempt];
        if (wait === undefined) throw error;
        await new Promise<void>((resolve) => clock.after(wait, resolve));
      }
    }
  }

  async #fetch(path: string, integrity: string, cache: RequestCache): Promise<Response> {
    const response = await this.#platform.fetch(path, { cache, integrity, redirect: 'error' });
    if (!response.ok) throw new TypeError(`${path}: the host responded with status ${response.status}`);
    return response;
  }

  /** Searches the given cache, or all caches of the app. */
  async #find(path: string, cacheName?: string): Promise<Response | undefined> {
    const { caches } = this.#platform;
    // Hosts vary responses by Origin, which requests for scripts send and those of this worker do not.
    return caches.match(path, { ignoreVary: true, ...(cacheName ? { cacheName } : {}) });
  }

  /** Returns the cache names of other versions, the oldest first. */
  async #otherVersions(): Promise<readonly string[]> {
    const names = await this.#platform.caches.keys();
    return names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== this.#name);
  }
}

/**
 * Keeps only the headers about the type and about framing: the body is already decoded, and the security headers must
 * also apply offline.
 */
function withAppHeaders(path: string, response: Response): Response {
  const headers = {
    'content-type': response.headers.get('content-type') ?? 'application/octet-stream',
    ...appHeaders(path, frameAncestorsIn(response.headers.get('content-security-policy'))),
  };
  return new Response(response.body, { headers });
}

/** Processes a few items at a time. @throws the first error, after which no further items are started */
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
