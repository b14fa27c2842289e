import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';

const require = createRequire(import.meta.url);

interface Mocking {
  start(): Promise<unknown>;
  followConfigMaps(): () => string[];
  openSocket(address: string, protocols: string[]): { messages: string[]; closed: { code?: number; reason?: string } };
  openStreams(): Promise<number>;
}
declare const mocking: Mocking;
declare global {
  var read: string;
  var names: () => string[];
  var socket: ReturnType<Mocking['openSocket']>;
  var watching: AbortController;
}

/** The chunks of the page's script, by name. */
async function bundle(): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rollupOptions: {
        input: new URL('msw-page.ts', import.meta.url).pathname,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name].js' },
      },
    },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return new Map(chunks.map((chunk) => [`/${chunk.fileName}`, 'code' in chunk ? chunk.code : '']));
}

describe('a page with a cluster in MSW', () => {
  let host: Server;
  let url: string;
  let chunks: Map<string, string>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    chunks = await bundle();
    const files = new Map([
      ...chunks,
      ['/', '<!doctype html><title>front end</title><script type="module" src="/page.js"></script>'],
      ['/mockServiceWorker.js', readFileSync(require.resolve('msw/mockServiceWorker.js'), 'utf8')],
      ['/api/users', '["ada"]'],
    ]);
    host = createServer((request, response) => {
      const path = request.url ?? '';
      const type = path.endsWith('.js') ? 'text/javascript' : path === '/' ? 'text/html' : 'application/json';
      response.writeHead(files.has(path) ? 200 : 404, { 'content-type': type });
      response.end(files.get(path));
    });
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
    url = `http://localhost:${(host.address() as AddressInfo).port}`;
    browser = await openBrowser();
    page = await openPage();
    await create(page, 'first');
  });
  afterAll(async () => {
    await browser?.close();
    host?.close();
  });

  async function openPage(prepare?: () => void): Promise<Page> {
    const opened = await browser.context.newPage();
    if (prepare) await opened.addInitScript(prepare);
    await opened.goto(url);
    await opened.evaluate(() => mocking.start());
    return opened;
  }

  const create = (target: Page, name: string, prefix = ''): Promise<number> =>
    target.evaluate(
      async ([path, text]) => {
        const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
        const body = JSON.stringify({ metadata: { name: text }, data: { note: '<' } });
        return (await fetch(path, { method: 'POST', headers, body })).status;
      },
      [`${prefix}/api/v1/namespaces/default/configmaps`, name] as const,
    );

  it('answers API requests, including errors, like a real server', async () => {
    expect(await create(page, 'new')).toBe(201);
    expect(await create(page, 'new')).toBe(409);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
      `${url}/mockServiceWorker.js`,
    );
  });

  it('leaves other requests of the page to the network', async () => {
    const users = await page.evaluate(async () => (await fetch('/api/users')).json());
    expect(users).toEqual(['ada']);
    expect(await page.evaluate(async () => (await fetch('/absent')).status)).toBe(404);
  });

  it('serves another cluster below a prefix', async () => {
    expect(await create(page, 'elsewhere', '/k8s/clusters/other')).toBe(201);
    const names = await page.evaluate(async () => {
      const path = '/k8s/clusters/other/api/v1/namespaces/default/configmaps';
      const { items } = await (await fetch(path, { headers: { authorization: 'Bearer secret' } })).json();
      return items.map((item: { metadata: { name: string } }) => item.metadata.name);
    });
    expect(names).toContain('elsewhere');
    expect(names).not.toContain('first');
  });

  it('streams the events of a watch as they happen, and ends it when the page aborts it', async () => {
    await page.evaluate(async () => {
      globalThis.read = '';
      globalThis.watching = new AbortController();
      const response = await fetch('/api/v1/configmaps?watch=1', {
        headers: { authorization: 'Bearer secret' },
        signal: watching.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      const next = async (): Promise<void> => {
        const part = await reader?.read();
        if (part?.value) read += part.value;
        if (!part?.done) await next();
      };
      next().catch(({ name }) => {
        read += name;
      });
    });
    await expect.poll(() => page.evaluate(() => read)).toContain('"name":"first"');
    expect(await page.evaluate(() => read)).not.toContain('"name":"second"');
    await create(page, 'second');
    await expect.poll(() => page.evaluate(() => read)).toContain('"name":"second"');

    // The server detects that the page no longer reads the watch.
    expect(await page.evaluate(() => mocking.openStreams())).toBe(1);
    await page.evaluate(() => watching.abort());
    await expect.poll(() => page.evaluate(() => mocking.openStreams())).toBe(0);
  });

  it('keeps an informer up to date', async () => {
    await page.evaluate(() => {
      globalThis.names = mocking.followConfigMaps();
    });
    await expect.poll(() => page.evaluate(() => names())).toContain('first');
    await create(page, 'third');
    await expect.poll(() => page.evaluate(() => names())).toContain('third');
  });

  it('serves watches over WebSocket, with the token in a sub-protocol', async () => {
    await page.evaluate(() => {
      const token = 'base64url.bearer.authorization.k8s.io.c2VjcmV0';
      const address = `${location.origin.replace('http', 'ws')}/api/v1/configmaps?watch=true&fieldSelector=metadata.name%3Dfirst`;
      globalThis.socket = mocking.openSocket(address, [token]);
    });
    await expect.poll(() => page.evaluate(() => socket.messages.length)).toBe(1);
    const [message = '{}'] = await page.evaluate(() => socket.messages);
    expect(JSON.parse(message)).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'first' } } });
    expect(message).toContain(String.raw`{"note":"\u003c"}`);
  });

  it('closes a WebSocket whose watch is denied', async () => {
    await page.evaluate(() => {
      globalThis.socket = mocking.openSocket(`${location.origin.replace('http', 'ws')}/api/v1/secrets?watch=true`, []);
    });
    await expect.poll(() => page.evaluate(() => socket.closed.code)).toBe(1011);
    expect(await page.evaluate(() => socket.closed.reason)).toContain('secrets is forbidden');
  });

  it('keeps an informer up to date in a browser that cannot transfer streams', async () => {
    const limited = await openPage(() => {
      const refuse = (transfer: unknown): void => {
        const list = Array.isArray(transfer) ? transfer : [];
        if (list.some((item) => item instanceof ReadableStream)) throw new DOMException('no', 'DataCloneError');
      };
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message: unknown, transfer: never) {
        refuse(transfer);
        postMessage.call(this, message, transfer);
      };
      const clone = globalThis.structuredClone;
      globalThis.structuredClone = (value, options) => {
        refuse(options?.transfer);
        return clone(value, options);
      };
    });
    await limited.evaluate(() => {
      globalThis.names = mocking.followConfigMaps();
    });
    await create(limited, 'slow');
    await expect.poll(() => limited.evaluate(() => names())).toContain('slow');
    await create(limited, 'steady');
    await expect.poll(() => limited.evaluate(() => names())).toContain('steady');
    await limited.close();
  });

  it('loads the descriptions of OpenAPI documents only when a document is requested', () => {
    expect([...chunks.keys()].filter((name) => name.includes('description'))).toHaveLength(1);
  });
});
