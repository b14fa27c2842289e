import { describe, expect, it } from 'vitest';
import { PageFiles } from '../../../../src/hosts/worker/embedded/page-files.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const SCOPE = 'https://shop.example/app/';
const DAY = 24 * 3600 * 1000;

/** An in-memory CacheStorage with the methods that the store uses. */
class MemoryCaches {
  readonly stored = new Map<string, Response>();
  async open() {
    const { stored } = this;
    return {
      put: async (url: string, response: Response) => void stored.set(url, response),
      keys: async () => [...stored.keys()],
      delete: async (url: string) => stored.delete(url),
      match: async (url: string, { ignoreSearch = false } = {}) => {
        const isFound = (key: string) => key === url || (ignoreSearch && withoutQuery(key) === withoutQuery(url));
        const found = [...stored.keys()].find(isFound);
        return found === undefined ? undefined : stored.get(found)?.clone();
      },
    };
  }
  async delete() {
    this.stored.clear();
    return true;
  }
}

const withoutQuery = (url: string): string => url.split('?')[0] ?? '';

/** A response of the type that network responses have; responses created by scripts have another type. */
const fromHost = (text: string, status = 200): Response =>
  Object.defineProperty(new Response(text, { status, headers: HEADERS }), 'type', { value: 'basic' });

const HEADERS = { 'content-type': 'text/plain', 'content-encoding': 'gzip', vary: '*', 'x-own': 'kept' };

function project() {
  const files = new Map([
    [SCOPE, 'page'],
    [`${SCOPE}shop.js`, 'script'],
  ]);
  const memory = new MemoryCaches();
  const clock = new ManualClock();
  let isOnline = true;
  const background: Promise<unknown>[] = [];
  const pages = new PageFiles(SCOPE, {
    caches: memory as unknown as CacheStorage,
    clock,
    async fetch(request) {
      if (!isOnline) throw new TypeError('no network');
      const text = files.get(typeof request === 'string' ? request : request.url);
      return text === undefined ? fromHost('', 404) : fromHost(text);
    },
  });
  const load = async (url: string, mode = 'no-cors'): Promise<string> => {
    const response = await pages.answer({ url, mode } as Request, (work) => background.push(work));
    await Promise.all(background);
    return response.text();
  };
  const goOffline = () => {
    isOnline = false;
  };
  return { files, memory, clock, pages, load, goOffline };
}

describe('the files of pages', () => {
  it('come from the network, and from the store when offline', async () => {
    const { files, load, goOffline } = project();
    expect(await load(`${SCOPE}shop.js`)).toBe('script');
    files.set(`${SCOPE}shop.js`, 'newer');
    expect(await load(`${SCOPE}shop.js`)).toBe('newer');
    goOffline();
    expect(await load(`${SCOPE}shop.js`)).toBe('newer');
    await expect(load(`${SCOPE}other.js`)).rejects.toThrow('no network');
  });

  it('include files that were loaded before the worker answered requests', async () => {
    const { pages, load, goOffline } = project();
    await pages.store([SCOPE, `${SCOPE}shop.js`, `${SCOPE}missing.js`]);
    goOffline();
    expect(await load(SCOPE, 'navigate')).toBe('page');
    expect(await load(`${SCOPE}shop.js`)).toBe('script');
    await expect(load(`${SCOPE}missing.js`)).rejects.toThrow('no network');
  });

  it('are kept when a stored page is loaded offline, where storing a new file fails', async () => {
    const { pages, load, goOffline } = project();
    await pages.store([SCOPE, `${SCOPE}shop.js`]);
    goOffline();
    await pages.store([SCOPE, `${SCOPE}shop.js`]);
    expect(await load(SCOPE, 'navigate')).toBe('page');
    await expect(pages.store([SCOPE, `${SCOPE}other.js`])).rejects.toThrow('no network');
  });

  it('keep the headers of their host, except transfer headers', async () => {
    const { pages, memory } = project();
    await pages.store([SCOPE]);
    expect(Object.fromEntries(memory.stored.get(SCOPE)?.headers ?? [])).toEqual({
      ...{ 'content-type': 'text/plain', 'x-own': 'kept' },
      'x-tabplane-stored': '0',
    });
  });

  it('answer navigations to other views with the page', async () => {
    const { pages, load, goOffline } = project();
    await pages.store([SCOPE]);
    goOffline();
    expect(await load(`${SCOPE}pods/web?tab=logs`, 'navigate')).toBe('page');
    expect(await load(`${SCOPE}?tab=logs`, 'navigate')).toBe('page');
  });

  it('are removed a month after a page last loaded them', async () => {
    const { pages, memory, clock } = project();
    await pages.store([SCOPE, `${SCOPE}shop.js`]);
    await clock.advance(31 * DAY);
    await pages.store([SCOPE]);
    expect([...memory.stored.keys()]).toEqual([SCOPE]);
  });

  it('exclude partial responses, event streams and writes', () => {
    const { pages } = project();
    const request = (init: RequestInit = {}) => new Request(SCOPE, init);
    expect(pages.accepts(request())).toBe(true);
    expect(pages.accepts(request({ method: 'POST' }))).toBe(false);
    expect(pages.accepts(request({ headers: { range: 'bytes=0-9' } }))).toBe(false);
    expect(pages.accepts(request({ headers: { accept: 'text/event-stream' } }))).toBe(false);
  });
});
