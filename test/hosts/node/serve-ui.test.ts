import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { appHeaders } from '../../../src/hosts/app-headers.ts';
import { run } from '../../../src/hosts/node/cli.ts';
import { serveUi, type UiHost } from '../../../src/hosts/node/serve-ui.ts';

const PAGE = '<!doctype html><title>Tabplane</title>';
const NAVIGATION = { headers: { accept: 'text/html,application/xhtml+xml' } };

describe('tabplane ui', () => {
  let folder: string;
  let ui: UiHost;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tabplane-ui-'));
    mkdirSync(join(folder, 'app/assets'), { recursive: true });
    writeFileSync(join(folder, 'app/index.html'), PAGE);
    writeFileSync(join(folder, 'app/sw.js'), '// worker');
    writeFileSync(join(folder, 'app/assets/index-1234.js'), '// script');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    ui = await serveUi({ port: 0, host: 'localhost', folder: pathToFileURL(`${join(folder, 'app')}/`) });
  });
  afterAll(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  it('has its host name in its URL', () => {
    expect(ui.url).toMatch(/^http:\/\/localhost:\d+$/);
  });

  it('serves the page at the address of every view', async () => {
    for (const path of ['/', '/access', '/resources/pods?namespace=default']) {
      const response = await fetch(ui.url + path, NAVIGATION);
      expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
      expect(await response.text()).toBe(PAGE);
    }
  });

  it('serves files with their content type and security policy', async () => {
    const worker = await fetch(`${ui.url}/sw.js`);
    expect(worker.headers.get('content-type')).toBe('text/javascript');
    expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; script-src 'self'; connect-src *");
  });

  it('sends the security headers of the app, which forbid framing', async () => {
    const sent = (await fetch(ui.url, NAVIGATION)).headers;
    for (const [name, value] of Object.entries(appHeaders('/'))) expect(sent.get(name)).toBe(value);
    expect(Object.keys(appHeaders('/'))).toEqual([
      ...['content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'],
    ]);
    expect(sent.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
    expect((await fetch(`${ui.url}/missing`)).headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('allows the frame ancestors of --frame-ancestors, and rejects other directives in it', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run(['ui', '--frame-ancestors', "'self'; script-src *"])).toBe(2);
    expect(stderr.mock.lastCall?.[0]).toMatch(/--frame-ancestors takes origins with spaces between them/);
    stderr.mockRestore();
    const allowed = { port: 0, host: 'localhost', frameAncestors: 'https://docs.example' };
    const framed = await serveUi({ ...allowed, folder: pathToFileURL(`${join(folder, 'app')}/`) });
    const policy = (await fetch(framed.url)).headers.get('content-security-policy');
    await framed.close();
    expect(policy).toMatch(/script-src 'self';.*frame-ancestors https:\/\/docs.example$/);
  });

  it('lets browsers cache only files with a hash in their name', async () => {
    const cacheOf = async (path: string) => (await fetch(ui.url + path)).headers.get('cache-control');
    expect(await cacheOf('/assets/index-1234.js')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/sw.js')).toBe('no-cache');
    expect(await cacheOf('/')).toBe('no-cache');
  });

  it('answers missing files and paths of the API with 404', async () => {
    expect((await fetch(`${ui.url}/assets/old-1234.js`)).status).toBe(404);
    expect((await fetch(`${ui.url}/assets/`)).status).toBe(404);
    expect((await fetch(`${ui.url}/api/v1/pods`, NAVIGATION)).status).toBe(404);
    expect((await fetch(ui.url, { method: 'POST' })).status).toBe(405);
  });

  // fetch would remove the dots before it sends them.
  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '//secret.txt', '/..%2fsecret.txt'])(
    'serves no file outside its folder at %s',
    async (path) => {
      const { port } = new URL(ui.url);
      const status = new Promise((resolve, reject) =>
        get({ host: 'localhost', port, path }, (response) => resolve(response.resume().statusCode)).on('error', reject),
      );
      expect(await status).toBe(404);
    },
  );

  it('rejects invalid ports and flags of other commands', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run(['ui', '--port', 'none'])).toBe(2);
    expect(stderr.mock.lastCall?.[0]).toBe('tabplane: --port takes a port number, not none\n');
    expect(await run(['ui', '--dialect', 'kubernetes'])).toBe(2);
    stderr.mockRestore();
  });
});
