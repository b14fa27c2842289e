/** The package entry `tabplane/vite`: a plugin for applications whose pages start clusters with `tabplane/browser`. */
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { WORKER_META } from '../browser/worker-address.ts';
import { BUILT_WORKER, WORKER_FILE } from '../node/init.ts';

/** Where the worker is served. */
export interface TabplaneOptions {
  /** Path of the worker's script below the application's base path. Default `tabplane-worker.js`. */
  readonly worker?: string;
}

/**
 * Serves the worker in development, adds it to builds, and tells the pages its address, so that they need no copy from
 * `npx tabplane init`. All other paths stay the application's own.
 */
export function tabplane({ worker = WORKER_FILE }: TabplaneOptions = {}): Plugin {
  let base = '/';
  return {
    name: 'tabplane',
    configResolved(config) {
      // A worker must have the page's origin, even when its other files come from elsewhere.
      base = /^https?:/.test(config.base) ? '/' : config.base;
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (new URL(url, 'http://localhost').pathname !== base + worker) return next();
        const script = await readFile(BUILT_WORKER).catch(next);
        if (!script) return;
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-cache');
        response.setHeader('service-worker-allowed', base);
        response.end(script);
      });
    },
    transformIndexHtml: (_, { path }) => {
      const isRelative = base === '' || base === './';
      const folder = isRelative ? posix.relative(posix.dirname(path), '/') || '.' : base.replace(/\/$/, '');
      return [{ tag: 'meta', attrs: { name: WORKER_META, content: `${folder}/${worker}` }, injectTo: 'head' }];
    },
    async generateBundle() {
      if (this.environment.config.consumer === 'server') return;
      this.emitFile({ type: 'asset', fileName: worker, source: await readFile(BUILT_WORKER) });
    },
  };
}
