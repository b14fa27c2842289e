import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { AppFiles } from '../hosts/app-files.ts';
import { appHeaders, PAGE_POLICY } from '../hosts/app-headers.ts';
import { readDocument } from '../ui/state/documentation/read-document.ts';
import { NOTICES } from './third-party-notices.ts';

/** Adds the Content-Security-Policy to the built page. Hot reloading in development needs inline scripts. */
export const policyInPage: Plugin = {
  name: 'tabplane-policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY }, injectTo: 'head-prepend' },
  ],
};

/**
 * Paints the skeleton, which has its own style, without waiting for the style sheet: the page's script applies that
 * (`hosts/page/apply-styles.ts`). Loads what the views share together with what starts the page, not after it.
 */
export const skeletonFirst: Plugin = {
  name: 'tabplane-skeleton-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => ({
      html: html.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style" data-applied="by-script"'),
      tags: Object.keys(bundle)
        .filter((name) => /^assets\/parts-.*\.(js|css)$/.test(name))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            ...(name.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' }),
            ...{ crossorigin: true, href: `/${name}` },
          },
        })),
    }),
  },
};

/** Sends the security headers, which also cover what a `<meta>` element cannot: worker scripts and framing. */
export const headersInPreview: Plugin = {
  name: 'tabplane-headers-in-preview',
  configurePreviewServer(server) {
    server.middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      for (const [name, value] of Object.entries(appHeaders(pathname))) response.setHeader(name, value);
      next();
    });
  },
};

const DESCRIPTIONS = new URL('../schema/data/descriptions/', import.meta.url);

/** Returns the texts of all fields and types as one JSON text: package → type → texts. */
function descriptionsText(): string {
  const files = readdirSync(DESCRIPTIONS).filter((name) => name.endsWith('.json'));
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, DESCRIPTIONS), 'utf8'));
  return JSON.stringify(Object.fromEntries(files.sort().map((name) => [name.slice(0, -'.json'.length), read(name)])));
}

/** The URL of the descriptions in development, where names have no hash. */
const DESCRIPTIONS_IN_DEVELOPMENT = '/descriptions.json';

/** Adds the texts of fields and types to the app as a separate file, because they would slow the worker's start. */
export const descriptionsInApp: Plugin = {
  name: 'tabplane-descriptions',
  configureServer(server) {
    server.middlewares.use(DESCRIPTIONS_IN_DEVELOPMENT, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(descriptionsText());
    });
  },
  generateBundle() {
    this.emitFile({ type: 'asset', name: 'descriptions.json', source: descriptionsText() });
  },
};

/** Makes modules of the documents, so that the page needs no reader of Markdown. */
export const documentationInApp: Plugin = {
  name: 'tabplane-documentation',
  transform: (code, id) =>
    id.endsWith('.md') ? { code: `export default ${JSON.stringify(readDocument(code))};`, map: null } : undefined,
};

const integrityOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Files that the service worker does not store: its first script, the list of files, and files that no page reads. */
const NOT_STORED = ['sw.js', 'app-files.json', NOTICES, `sw.${NOTICES}`];

/** The cluster in a page's memory, for browsers in which nothing can be stored, and a script that the browser keeps with the worker. */
const NOT_STORED_WITH_HASH = /^assets\/(memory-cluster|sw-later)-/;

/**
 * Runs when the service worker is built, after the page: writes the list of the app's files to `app-files.json`, and
 * into the worker's script the hash of that list, which is the version of the app, and the file with the descriptions.
 */
export function appFilesOf(outDir: string): Plugin {
  let files: string | undefined;
  return {
    name: 'tabplane-app-files',
    apply: 'build',
    config({ root = '.' }) {
      const folder = resolve(root, outDir);
      const list = existsSync(join(folder, 'index.html')) ? filesIn(folder) : undefined;
      files = list && JSON.stringify(list);
      const descriptions = Object.entries(list ?? {}).find(([path]) => path.startsWith('/assets/descriptions-'));
      return {
        define: {
          APP_VERSION: files ? JSON.stringify(integrityOf(files)) : 'undefined',
          DESCRIPTIONS_FILE: descriptions ? JSON.stringify(descriptions) : 'undefined',
        },
      };
    },
    generateBundle() {
      if (files) this.emitFile({ type: 'asset', fileName: 'app-files.json', source: files });
    },
  };
}

function filesIn(folder: string): AppFiles {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => statSync(join(folder, path)).isFile() && !NOT_STORED.includes(path) && !NOT_STORED_WITH_HASH.test(path),
    )
    .map((path) => path.split(sep).join('/'))
    .sort();
  // Static hosts redirect /index.html to /, and a redirected response cannot answer a navigation.
  const addressOf = (path: string): string => (path === 'index.html' ? '/' : `/${path}`);
  return Object.fromEntries(paths.map((path) => [addressOf(path), integrityOf(readFileSync(join(folder, path)))]));
}
