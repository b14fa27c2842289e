import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';

const APP = new URL('../../dist/app/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Files of a version that differ from the build; undefined for missing files. */
type Version = ReadonlyMap<string, string | undefined>;

/** A minimal static host that serves files without extra headers and has no fallback page. */
export class StaticHost {
  readonly #folder: URL;
  #server: Server | undefined;
  #port = 0;
  #version: Version = new Map();
  #held: { readonly path: string; readonly released: Promise<void> } | undefined;

  constructor(folder: URL = APP) {
    this.#folder = folder;
  }

  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts the host, always at the same address. */
  async start(): Promise<void> {
    const server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.url);
      if (pathname === this.#held?.path) await this.#held.released;
      const content = this.#read(pathname);
      const type = TYPES[pathname === '/' ? '.html' : extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(content === undefined ? 404 : 200, { 'content-type': type });
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(this.#port, 'localhost', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
    this.#server = undefined;
  }

  /** Serves a new version of the app with another title, without files that match `without`. */
  deploy(title: string, without: RegExp): void {
    const page = String(this.#read('/')).replace(/<title>.*<\/title>/, `<title>${title}</title>`);
    const list = readFileSync(new URL('app-files.json', APP), 'utf8');
    const files = Object.entries(JSON.parse(list) as Record<string, string>);
    const kept = files
      .filter(([path]) => !without.test(path))
      .map(([path, hash]) => [path, path === '/' ? integrityOf(page) : hash]);
    const changed = JSON.stringify(Object.fromEntries(kept));
    const worker = readFileSync(new URL('sw.js', APP), 'utf8').replaceAll(integrityOf(list), integrityOf(changed));
    this.#version = new Map([
      ...files.filter(([path]) => without.test(path)).map(([path]) => [path, undefined] as const),
      ['/', page],
      ['/app-files.json', changed],
      ['/sw.js', worker],
    ]);
  }

  /** Delays responses with a file until the returned function is called. */
  hold(path: string): () => void {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held = { path, released };
    return () => {
      this.#held = undefined;
      release();
    };
  }

  /** Serves a worker that runs a script first. */
  precedeWorker(script: string): void {
    this.#version = new Map([['/sw.js', `${script}\n${this.#read('/sw.js')}`]]);
  }

  /** Serves files of the app as missing, in addition to what the version lacks. */
  miss(pattern: RegExp): void {
    const missing = readdirSync(APP, { recursive: true, encoding: 'utf8' })
      .map((path) => `/${path}`)
      .filter((path) => pattern.test(path));
    this.#version = new Map([...this.#version, ...missing.map((path) => [path, undefined] as const)]);
  }

  #read(pathname: string): Buffer | string | undefined {
    if (this.#version.has(pathname)) return this.#version.get(pathname);
    try {
      return readFileSync(new URL(pathname === '/' ? 'index.html' : `.${pathname}`, this.#folder));
    } catch {
      return undefined;
    }
  }
}

const integrityOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
