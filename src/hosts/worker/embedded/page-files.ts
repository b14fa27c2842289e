import type { Clock } from '../../../api/environment.ts';

interface Platform {
  readonly caches: CacheStorage;
  readonly fetch: (request: Request | string) => Promise<Response>;
  readonly clock: Clock;
}

/** When a file was stored, in milliseconds since 1970. */
const STORED_AT = 'x-tabplane-stored';

/** Headers of the transfer, which are not stored: the stored body is decoded, and answers every request for its URL. */
const OF_TRANSFER = ['content-encoding', 'content-length', 'vary'];

/** Milliseconds after which a file that no page has loaded is removed. Files of earlier versions have other names. */
const LIFETIME = 30 * 24 * 3600 * 1000;

/**
 * The files of the pages in a worker's scope, which belong to another application: the worker knows only the files that
 * pages load. The network comes first, so that a page is never older than the host; without a network, the stored copy
 * answers.
 */
export class PageFiles {
  readonly #name: string;
  readonly #scope: string;
  readonly #platform: Platform;

  /** @param scope the URL of the worker's scope */
  constructor(scope: string, platform: Platform) {
    this.#scope = scope;
    this.#name = `tabplane-page ${scope}`;
    this.#platform = platform;
  }

  /** Reports whether a request can be answered from a stored file. */
  accepts({ method, headers }: Request): boolean {
    return method === 'GET' && !headers.has('range') && headers.get('accept') !== 'text/event-stream';
  }

  /** Answers a request from the network, or else from the stored file. @throws TypeError when both fail */
  async answer(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
    try {
      const response = await this.#platform.fetch(request);
      if (isFile(response)) waitUntil(this.#put(request.url, response.clone()));
      return response;
    } catch (error) {
      const stored = await this.#find(request);
      if (!stored) throw error;
      return stored;
    }
  }

  /**
   * Stores files that a page loaded before the worker answered its requests, and removes files that no page loads any
   * more.
   * @throws TypeError when a file can neither be loaded nor is stored
   */
  async store(urls: readonly string[]): Promise<void> {
    const cache = await this.#open();
    await Promise.all(urls.map((url) => this.#storeOne(cache, url)));
    const oldest = this.#platform.clock.now() - LIFETIME;
    for (const request of await cache.keys()) {
      const stored = await cache.match(request, { ignoreVary: true });
      if (Number(stored?.headers.get(STORED_AT) ?? 0) < oldest) await cache.delete(request, { ignoreVary: true });
    }
  }

  /** Removes all stored files. */
  async clear(): Promise<void> {
    await this.#platform.caches.delete(this.#name);
  }

  async #storeOne(cache: Cache, url: string): Promise<void> {
    try {
      const response = await this.#platform.fetch(url);
      if (isFile(response)) await this.#put(url, response, cache);
    } catch (error) {
      // Without a network, the stored file is kept.
      if (!(await cache.match(url, { ignoreVary: true }))) throw error;
    }
  }

  async #put(url: string, response: Response, opened?: Cache): Promise<void> {
    const cache = opened ?? (await this.#open());
    const headers = new Headers(response.headers);
    for (const name of OF_TRANSFER) headers.delete(name);
    headers.set(STORED_AT, String(this.#platform.clock.now()));
    // A copied response counts as not redirected; a redirected one cannot answer a navigation.
    await cache.put(url, new Response(response.body, { headers }));
  }

  /** Finds a stored file. A navigation to an unknown URL gets the page of the scope, whose router knows the URL. */
  async #find({ url, mode }: Request): Promise<Response | undefined> {
    const cache = await this.#open();
    const own = await cache.match(url, { ignoreVary: true });
    if (own || mode !== 'navigate') return own;
    return (await cache.match(url, { ignoreVary: true, ignoreSearch: true })) ?? cache.match(this.#scope);
  }

  #open(): Promise<Cache> {
    return this.#platform.caches.open(this.#name);
  }
}

/** Partial responses, errors and responses of other origins are not stored. */
const isFile = ({ status, type }: Response): boolean => status === 200 && type === 'basic';
