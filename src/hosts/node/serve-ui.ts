import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { serve } from 'srvx/node';
import { isClusterPath } from '../cluster-paths.ts';
import { policyOf } from '../content-security-policy.ts';

/** The built app, beside the folder of the library. */
const BUILT_APP = new URL('../app/', import.meta.url);

/** The page, shared by all views. */
const PAGE = '/index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export interface UiOptions {
  /** 0 selects a free one. */
  readonly port: number;
  /** Address to listen on. Browsers allow service workers on localhost, and elsewhere over HTTPS only. */
  readonly host: string;
  /** The built app; by default that of the package. */
  readonly folder?: URL;
}

export interface UiHost {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files of the web UI, whose page runs its clusters itself. */
export async function serveUi({ port, host, folder = BUILT_APP }: UiOptions): Promise<UiHost> {
  const listener = serve({
    fetch: (request) => answer(request, folder),
    hostname: host,
    port,
    silent: true,
    gracefulShutdown: false,
  });
  await listener.ready();
  const address = new URL(listener.url ?? `http://${host}:${port}`);
  // A page's clusters belong to the name of its host, which the listener replaces by an address.
  address.hostname = host;
  return { url: address.origin, close: () => listener.close(true) };
}

async function answer({ method, url, headers }: Request, folder: URL): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return new Response('Method not allowed\n', { status: 405 });
  const { pathname } = new URL(url);
  const found = await fileResponse(pathname === '/' ? PAGE : pathname, folder);
  if (found) return found;
  // Views have addresses of their own.
  const isNavigation = headers.get('accept')?.includes('text/html') === true && !isClusterPath(pathname);
  const page = isNavigation ? await fileResponse(PAGE, folder) : undefined;
  return page ?? new Response('Not found\n', { status: 404 });
}

/** Returns a file of the folder; undefined when there is none. */
async function fileResponse(path: string, folder: URL): Promise<Response | undefined> {
  const file = new URL(`.${path}`, folder);
  // No name of a file needs an escape, which could hide a slash.
  if (path.includes('%') || !file.href.startsWith(folder.href) || file.href.endsWith('/')) return undefined;
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
  return (
    content &&
    new Response(new Uint8Array(content), {
      headers: {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': policyOf(path),
        // Names of assets have a hash of their content.
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  );
}
