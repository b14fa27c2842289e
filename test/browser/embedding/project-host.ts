import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import packageFile from '../../../package.json' with { type: 'json' };

const LIBRARY = new URL('../../../dist/library/', import.meta.url);
const WORKER = new URL('../../../dist/worker/tabplane-worker.js', import.meta.url);

/** The version of the built package. */
export const VERSION = packageFile.version;

const pageNamed = (title: string): string =>
  `<!doctype html><title>${title}</title><h1>Pods</h1><ul></ul><pre></pre><script type="module" src="shop.js"></script>`;

/** A page of another project: a live list of pods. The options of its cluster are in its address. */
const SCRIPT = `
import { followCollection, startCluster } from './tabplane/browser.js';
Object.assign(globalThis, { startCluster });
const options = new URLSearchParams(location.search).get('options');
const item = ({ metadata, status }) => {
  const element = document.createElement('li');
  element.textContent = metadata.name + ' ' + status.phase;
  return element;
};
async function start() {
  globalThis.cluster = await startCluster(JSON.parse(options));
  const pods = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
  const show = (objects) => document.querySelector('ul').replaceChildren(...objects.map(item));
  followCollection(cluster.client, pods, show);
  document.title = 'Started';
}
if (options) start().catch((error) => { document.querySelector('pre').textContent = error.message; });
`;

interface File {
  readonly type: string;
  readonly content: string;
}

/** A static host of another project, which has copied the worker and imports the built entry. */
export class ProjectHost {
  readonly base: string;
  /** The versions of the page and of the worker. */
  readonly versions = { page: VERSION, worker: VERSION };
  /** Whether the host answers unknown addresses with its page, as hosts of single-page applications do. */
  answersEverything = false;
  hasWorker = true;
  title = 'Shop';
  /** Additional scripts, by path. */
  readonly scripts = new Map<string, string>();
  /** The `Content-Security-Policy` of the worker's script. */
  workerPolicy: string | undefined;
  #server: Server | undefined;
  #port = 0;

  constructor(base = '/') {
    this.base = base;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** The address of the page, whose cluster has these options. */
  page(options?: object): string {
    const query = options ? `?options=${encodeURIComponent(JSON.stringify(options))}` : '';
    return `${this.origin}${this.base}${query}`;
  }

  /** Starts the host, always at the same address. */
  async start(): Promise<this> {
    const server = createServer(({ url = '/', method }, response) => {
      const file = method === 'GET' ? this.#read(new URL(url, this.origin).pathname) : undefined;
      const policy = url.endsWith('tabplane-worker.js') ? this.workerPolicy : undefined;
      response.writeHead(file ? 200 : 404, {
        'content-type': file?.type ?? 'text/plain',
        ...(policy === undefined ? {} : { 'content-security-policy': policy }),
      });
      response.end(file?.content ?? 'not found');
    });
    await new Promise<void>((resolve) => server.listen(this.#port, 'localhost', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
    this.#server = undefined;
  }

  #read(pathname: string): File | undefined {
    const page: File = { type: 'text/html', content: pageNamed(this.title) };
    if (!pathname.startsWith(this.base)) return undefined;
    const path = pathname.slice(this.base.length);
    if (path === '') return page;
    if (path === 'shop.js') return script(SCRIPT);
    const own = this.scripts.get(path);
    if (own !== undefined) return script(own);
    if (path === 'api/notes.json' || path === 'notes.json') return { type: 'application/json', content: '"notes"' };
    if (path === 'tabplane-worker.js' && this.hasWorker) return script(versioned(WORKER, this.versions.worker));
    if (path.startsWith('tabplane/'))
      return script(versioned(new URL(path.slice('tabplane/'.length), LIBRARY), this.versions.page));
    return this.answersEverything ? page : undefined;
  }
}

/** The paths of the page, its script and the imports of the script. */
export function pageFiles(): readonly string[] {
  const files = new Set(['browser.js']);
  for (const file of files)
    for (const [, imported = ''] of readFileSync(new URL(file, LIBRARY), 'utf8').matchAll(/ from "\.\/([^"]+)"/g))
      files.add(imported);
  return ['/', '/shop.js', ...[...files].map((file) => `/tabplane/${file}`)];
}

const script = (content: string): File => ({ type: 'text/javascript', content });

/** Returns a built file as in another version of the package. */
const versioned = (file: URL, version: string): string =>
  readFileSync(file, 'utf8').replaceAll(`"${VERSION}"`, `"${version}"`).replaceAll(`\`${VERSION}\``, `"${version}"`);
