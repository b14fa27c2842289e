import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { INERT_HEADERS } from '../../server/http/inert-headers.ts';
import { appHeaders } from '../app-headers.ts';
import { isClusterPath } from '../cluster-paths.ts';
import { type AllowedClients, hostsFor, refusalOf } from './allowed-clients.ts';
import { LIMITS, limitConnections } from './connection-limits.ts';
import { messageHandler, startListening, stopListening } from './message-handler.ts';
import { addressOf } from './node-request.ts';
import { refuseMalformed } from './refused-request.ts';

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
  /** 0 selects a free port. */
  readonly port: number;
  /** Address to listen on. Browsers allow service workers on localhost, and elsewhere over HTTPS only. */
  readonly host: string;
  /** Names that requests may have in `Host`, besides those of this machine, when listening on loopback. */
  readonly allowedHosts?: readonly string[];
  /** Origins of pages that may frame the app, as in the directive `frame-ancestors`; none by default. */
  readonly frameAncestors?: string | undefined;
  /** The built app; by default that of the package. */
  readonly folder?: URL;
}

export interface UiHost {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files of the web UI, whose page runs its clusters itself. */
export async function serveUi(options: UiOptions): Promise<UiHost> {
  const { port, host, frameAncestors, folder = BUILT_APP, allowedHosts = [] } = options;
  const allowed = { hosts: hostsFor(host, allowedHosts), allowsOrigin: undefined, hasSecretTokens: true };
  const server = createServer(
    LIMITS,
    messageHandler(async (incoming) => refusedPage(incoming, allowed) ?? answer(incoming, folder, frameAncestors)),
  );
  limitConnections(server);
  const address = new URL(await startListening(server, { port, hostname: host, scheme: 'http' }));
  refuseMalformed(server);
  // A page's clusters belong to its host name, which the listener replaces with an address.
  address.hostname = host;
  return { url: address.origin, close: () => stopListening(server) };
}

/** Returns the response to a request with a disallowed name or another method; undefined for others. */
function refusedPage(incoming: IncomingMessage, allowed: AllowedClients): ApiResponse | undefined {
  const { method } = incoming;
  if (method !== 'GET' && method !== 'HEAD') return problem(405, 'Method not allowed', { allow: 'GET, HEAD' });
  const refusal = refusalOf(incoming, allowed);
  return refusal && problem(refusal.status.code ?? 403, refusal.message);
}

async function answer(incoming: IncomingMessage, folder: URL, ancestors?: string): Promise<ApiResponse> {
  const address = addressOf(incoming);
  if (!address) return problem(400, 'Bad request');
  const { pathname } = new URL(address.origin + address.target);
  const found = await fileResponse(pathname === '/' ? PAGE : pathname, folder, ancestors);
  if (found) return found;
  // Views have separate URLs.
  const isNavigation = incoming.headers.accept?.includes('text/html') === true && !isClusterPath(pathname);
  const page = isNavigation ? await fileResponse(PAGE, folder, ancestors) : undefined;
  return page ?? problem(404, 'Not found');
}

const problem = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): ApiResponse =>
  apiResponse(status, `${message}\n`, {
    'content-type': 'text/plain;charset=utf-8',
    ...INERT_HEADERS,
    ...headers,
  });

/** Returns a file of the folder; undefined when it does not exist. */
async function fileResponse(path: string, folder: URL, ancestors?: string): Promise<ApiResponse | undefined> {
  const file = new URL(`.${path}`, folder);
  // No file name needs an escape, which could hide a slash.
  if (path.includes('%') || !file.href.startsWith(folder.href) || file.href.endsWith('/')) return undefined;
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
  return (
    content &&
    apiResponse(200, new Uint8Array(content), {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      ...appHeaders(path, ancestors),
      // Names of assets have a hash of their content.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  );
}
