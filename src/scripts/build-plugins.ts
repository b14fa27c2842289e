import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { AppFiles } from '../hosts/app-files.ts';
import { PAGE_POLICY, policyOf } from '../hosts/content-security-policy.ts';

/** Adds the Content-Security-Policy to the built page. Hot reloading in development needs inline scripts. */
export const policyInPage: Plugin = {
  name: 'tabplane-policy-in-page',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY }, injectTo: 'head-prepend' },
  ],
};

/** Sends the policies as headers, which also cover what a `<meta>` element cannot: worker scripts and framing. */
export const policyInPreview: Plugin = {
  name: 'tabplane-policy-in-preview',
  configurePreviewServer(server) {
    server.middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      response.setHeader('content-security-policy', policyOf(pathname));
      next();
    });
  },
};

const integrityOf = (content: string | Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Files that the service worker does not store: itself and the list. */
const NOT_STORED = ['sw.js', 'app-files.json'];

/**
 * Runs when the service worker is built, after the page: writes the list of the app's files to `app-files.json`, and
 * the hash of that list, which is the version of the app, into the worker's script.
 */
export function appFilesOf(outDir: string): Plugin {
  let files: string | undefined;
  return {
    name: 'tabplane-app-files',
    apply: 'build',
    config({ root = '.' }) {
      const folder = resolve(root, outDir);
      files = existsSync(join(folder, 'index.html')) ? JSON.stringify(filesIn(folder)) : undefined;
      return { define: { APP_VERSION: files ? JSON.stringify(integrityOf(files)) : 'undefined' } };
    },
    generateBundle() {
      if (files) this.emitFile({ type: 'asset', fileName: 'app-files.json', source: files });
    },
  };
}

function filesIn(folder: string): AppFiles {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && !NOT_STORED.includes(path))
    .map((path) => path.split(sep).join('/'))
    .sort();
  // Static hosts redirect /index.html to /, and a redirected response cannot answer a navigation.
  const addressOf = (path: string): string => (path === 'index.html' ? '/' : `/${path}`);
  return Object.fromEntries(paths.map((path) => [addressOf(path), integrityOf(readFileSync(join(folder, path)))]));
}
