import { describe, expect, it } from 'vitest';
import { type AppFiles, StoredApp } from '../../src/hosts/app-files.ts';
import { appHeaders } from '../../src/hosts/app-headers.ts';

const FILES: AppFiles = { '/assets/view-1.js': 'hash of view', '/': 'hash of page' };

/** An in-memory CacheStorage with the methods that the app uses. */
function memoryCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return { put: async (path: string, response: Response) => void entries.set(path, response) };
    },
    match: async (path: string, { cacheName }: { cacheName?: string } = {}) => {
      const searched = cacheName ? [stored.get(cacheName)] : [...stored.values()];
      return searched.map((entries) => entries?.get(path)).find(Boolean);
    },
  };
  return { stored, caches: caches as unknown as CacheStorage };
}

/**
 * Returns an app whose host responds with the path of each file, except that the first requests for `broken` paths
 * fail.
 */
function appOn(
  host: ReturnType<typeof memoryCaches>,
  version: string,
  broken: Readonly<Record<string, number>> = {},
  headers = {},
) {
  const asked: { path: string; init: RequestInit }[] = [];
  const waits: number[] = [];
  const app = new StoredApp(version, {
    caches: host.caches,
    clock: {
      now: () => 0,
      after: (milliseconds, callback) => {
        waits.push(milliseconds);
        callback();
        return () => undefined;
      },
    },
    fetch: async (path, init) => {
      asked.push({ path, init });
      const isBroken = asked.filter((one) => one.path === path).length <= (broken[path] ?? 0);
      if (isBroken) return new Response('not found', { status: 404 });
      return new Response(path === '/app-files.json' ? JSON.stringify(FILES) : path, { headers });
    },
  });
  return { app, asked, waits };
}

const request = (path: string, mode: RequestMode = 'cors') => ({ url: `https://app.example${path}`, mode });
const textOf = async (response: Promise<Response | undefined>) => (await response)?.text();

describe('the stored app', () => {
  it('is served only when it is complete', async () => {
    const host = memoryCaches();
    const { app, asked } = appOn(host, 'one');
    expect(await app.isStored()).toBe(false);
    expect(await app.match(request('/access', 'navigate'))).toBeUndefined();
    await app.store();
    expect(await app.isStored()).toBe(true);
    expect(await textOf(app.match(request('/access?user=bob', 'navigate')))).toBe('/');
    expect(await textOf(app.match(request('/assets/view-1.js')))).toBe('/assets/view-1.js');
    expect(await app.match(request('/elsewhere'))).toBeUndefined();
    expect(asked.map(({ path, init }) => [path, init.integrity])).toEqual([
      ['/app-files.json', 'one'],
      ['/assets/view-1.js', 'hash of view'],
      ['/', 'hash of page'],
    ]);
  });

  it('is downloaded once, however often it is requested', async () => {
    const { app, asked } = appOn(memoryCaches(), 'one');
    await Promise.all([app.store(), app.store()]);
    await app.store();
    expect(asked).toHaveLength(3);
  });

  it('discards a failed download and keeps the earlier version', async () => {
    const host = memoryCaches();
    await appOn(host, 'one').app.store();
    const { app, waits } = appOn(host, 'two', { '/assets/view-1.js': 3 });
    await expect(app.store()).rejects.toThrow('/assets/view-1.js: the host responded with status 404');
    expect(waits).toEqual([1000, 4000]);
    expect([...host.stored.keys()]).toEqual(['tabplane-app-one']);
    expect(await app.hasOtherVersion()).toBe(true);
    expect(await app.match(request('/', 'navigate'))).toBeUndefined();
  });

  it('retries a file without the browser cache', async () => {
    const { app, asked } = appOn(memoryCaches(), 'one', { '/assets/view-1.js': 2 });
    await app.store();
    const attempts = asked.filter(({ path }) => path === '/assets/view-1.js');
    expect(attempts.map(({ init }) => init.cache)).toEqual(['no-cache', 'reload', 'reload']);
  });

  it('keeps files of an earlier version while pages may need them', async () => {
    const host = memoryCaches();
    for (const version of ['zero', 'one']) await appOn(host, version).app.store();
    host.stored.get('tabplane-app-one')?.set('/assets/old.js', new Response('old'));
    const { app } = appOn(host, 'two');
    await app.store();
    await app.removeOthers({ keepsLatest: true, isNewest: () => true });
    expect([...host.stored.keys()]).toEqual(['tabplane-app-one', 'tabplane-app-two']);
    expect(await textOf(app.match(request('/assets/old.js')))).toBe('old');
    await app.removeOthers({ keepsLatest: false, isNewest: () => true });
    expect(await app.match(request('/assets/old.js'))).toBeUndefined();
  });

  it('reads a file from the cache, and otherwise downloads and verifies it', async () => {
    const host = memoryCaches();
    const first = appOn(host, 'one');
    expect(await textOf(first.app.read('/assets/view-1.js', 'hash of view'))).toBe('/assets/view-1.js');
    expect(first.asked.map(({ path, init }) => [path, init.integrity])).toEqual([
      ['/assets/view-1.js', 'hash of view'],
    ]);
    await first.app.store();
    const { app, asked } = appOn(host, 'one');
    expect(await textOf(app.read('/assets/view-1.js', 'hash of view'))).toBe('/assets/view-1.js');
    expect(asked).toEqual([]);
  });

  it('rejects a file that is neither stored nor served', async () => {
    const { app, waits } = appOn(memoryCaches(), 'one', { '/assets/view-1.js': 1 });
    await expect(app.read('/assets/view-1.js', 'hash of view')).rejects.toThrow('responded with status 404');
    expect(waits).toEqual([]);
  });

  it('does not remove a newer version that is being stored', async () => {
    const host = memoryCaches();
    const { app } = appOn(host, 'one');
    await app.store();
    await host.caches.open('tabplane-app-two');
    await app.removeOthers({ keepsLatest: false, isNewest: () => false });
    expect([...host.stored.keys()]).toEqual(['tabplane-app-one', 'tabplane-app-two']);
  });

  it('stores the security headers of each file without the content encoding of the host', async () => {
    const { app } = appOn(memoryCaches(), 'one');
    await app.store();
    const page = await app.match(request('/', 'navigate'));
    expect(Object.fromEntries(page?.headers ?? [])).toEqual({
      ...appHeaders('/'),
      'content-type': page?.headers.get('content-type'),
    });
    expect(page?.headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  });

  it('keeps the frame ancestors that the host allows', async () => {
    const host = { 'content-security-policy': "script-src *; frame-ancestors 'self' https://docs.example" };
    const { app } = appOn(memoryCaches(), 'one', {}, host);
    await app.store();
    const policy = (await app.match(request('/', 'navigate')))?.headers.get('content-security-policy');
    expect(policy).toMatch(/script-src 'self';.*frame-ancestors 'self' https:\/\/docs.example$/);
  });
});
