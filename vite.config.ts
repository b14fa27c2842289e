import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig as UserConfig } from 'vitest/config';
import packageFile from './package.json' with { type: 'json' };
import {
  appFilesOf,
  descriptionsInApp,
  documentationInApp,
  headersInPreview,
  policyInPage,
  skeletonFirst,
} from './src/scripts/build-plugins.ts';
import { pageParts } from './src/scripts/code-splitting.ts';
import { ENTRIES, PARTS, SCRIPTS } from './src/scripts/entries.mjs';
import { laterScript, WORKER_INPUTS, workerScriptName } from './src/scripts/later-script.ts';
import { NOTICES, thirdPartyNotices } from './src/scripts/third-party-notices.ts';
import { LongFilesFirst } from './test/long-files-first.ts';

/** The service worker's script in development: a module, transformed on the fly, at the address that it has when built. */
const workerInDevelopment: Plugin = {
  name: 'tabplane-worker',
  apply: 'serve',
  configureServer(server) {
    // The browser takes a worker for new only when its first script differs: so that says when anything last changed.
    let changed = Date.now();
    server.watcher.on('change', () => {
      changed = Date.now();
    });
    server.middlewares.use('/sw.js', async (_request, response, next) => {
      try {
        const result = await server.transformRequest('/src/hosts/worker/service-worker.ts');
        response.setHeader('content-type', 'text/javascript');
        response.setHeader('cache-control', 'no-cache');
        response.end(`${result?.code ?? ''}\n// ${changed}\n`);
      } catch (error) {
        next(error);
      }
    });
  },
};

/** First steps of the paths that a cluster answers, for the proxy below. */
const CLUSTER_PATHS = ['/api', '/apis', '/openapi', '/version', '/healthz', '/livez', '/readyz', '/metrics'];

/** With TABPLANE_PROXY set, the page talks to a cluster outside the browser instead of its service worker. */
const target = process.env.TABPLANE_PROXY === '1' ? 'http://127.0.0.1:8080' : process.env.TABPLANE_PROXY;

const notices = thirdPartyNotices(NOTICES);

const page: UserConfig = {
  plugins: [
    ...[react(), workerInDevelopment, descriptionsInApp, documentationInApp],
    ...[policyInPage, skeletonFirst, headersInPreview, notices.write],
  ],
  envPrefix: ['VITE_', 'TABPLANE_'],
  server: {
    // Not the port of `npm start`: the worker of a built app would answer this origin from what it has stored.
    port: 5173,
    proxy: target ? Object.fromEntries(CLUSTER_PATHS.map((path) => [`^${path}(/|\\?|$)`, { target }])) : {},
  },
  // No other origin may read the app's files.
  preview: { port: 4173, strictPort: true, cors: false },
  worker: { format: 'es', plugins: () => [notices.collect] },
  // It finds its .wasm file beside itself, where bundling it for development would not put one.
  optimizeDeps: { exclude: ['@jitl/quickjs-wasmfile-release-sync'] },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { output: { codeSplitting: pageParts() } },
  },
};

/** Two classic scripts: a module starts slower, and what a worker imports later must have been imported at its installation. */
const worker: UserConfig = {
  publicDir: false,
  plugins: [laterScript(), appFilesOf('dist/app'), thirdPartyNotices(`sw.${NOTICES}`).write],
  build: {
    outDir: 'dist/app',
    emptyOutDir: false,
    target: 'es2023',
    modulePreload: false,
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: WORKER_INPUTS,
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: workerScriptName },
    },
  },
};

/** Page and worker compare their versions. */
const { version } = packageFile;
const VERSION = { TABPLANE_VERSION: JSON.stringify(version) };

/** The worker that other projects copy: one classic script, which says what it is. */
const embedded: UserConfig = {
  publicDir: false,
  plugins: [thirdPartyNotices(NOTICES).write],
  // The engine of local services is part of the script, so that it needs no address of its own.
  define: { ...VERSION, 'import.meta.url': 'self.location.href' },
  build: {
    outDir: 'dist/worker',
    emptyOutDir: true,
    target: 'es2023',
    lib: {
      entry: 'src/hosts/worker/embedded-worker.ts',
      formats: ['iife'],
      name: 'tabplane',
      fileName: () => 'tabplane-worker.js',
    },
    rollupOptions: {
      output: { postBanner: `/*! tabplane ${version} service worker. Renew it: npx tabplane init FOLDER */` },
    },
  },
};

/** The package's entries and the command line. Dependencies stay imports; what is only for Node gets chunks of its own. */
const library: UserConfig = {
  publicDir: false,
  define: VERSION,
  build: {
    ssr: true,
    outDir: 'dist/library',
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { ...ENTRIES, ...SCRIPTS, ...PARTS },
      // In one folder: what is in a chunk finds the script of a thread beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

// Milliseconds. Conversations are held many at once, so each one takes as long as all of them on a busy machine.
const TIMEOUTS = {
  unit: 120_000,
  conformance: 600_000,
  clients: 120_000,
  docs: 120_000,
  browser: 240_000,
  package: 120_000,
  'front-ends': 120_000,
};

/** Recorded conversations wait more than they work; in a browser many have a worker, and each kubectl is a process. */
const AT_ONCE = { unit: 1, conformance: 60, clients: 4, docs: 3, browser: 16, package: 1, 'front-ends': 1 };

/** The order of the suites. Suites of one number run together. */
const ORDER: Readonly<Record<string, number>> = { conformance: 0, unit: 2, browser: 3 };

/** What a suite needs before its first test. */
const SETUPS: Readonly<Record<string, string[]>> = {
  browser: ['test/browser/build-app.mjs', 'test/browser/prepare-profiles.ts'],
  docs: ['test/browser/build-app.mjs'],
  'front-ends': ['test/browser/build-app.mjs'],
  package: ['test/package/install-package.ts'],
};

/**
 * Suites that `vitest run --project NAME` runs: layers alone, recorded conversations, real clients, snippets of the
 * documents, a real browser, the package as others install it with the examples, front ends of others.
 */
const SUITES = ['unit', 'conformance', 'clients', 'docs', 'browser', 'package', 'front-ends'] as const;

/** Folders of `test` beside the one of a suite's name, whose tests it also runs. */
const ALSO: Readonly<Record<string, string>> = { package: 'examples', browser: 'security/browser' };

const suites = SUITES.map((name) => ({
  test: {
    name,
    include:
      name === 'unit'
        ? ['test/**/*.test.ts']
        : [name, ALSO[name]].flatMap((folder) => (folder ? `test/${folder}/**/*.test.ts` : [])),
    exclude:
      name === 'unit'
        ? ['test/{conformance,clients,docs,browser,package,examples,front-ends,security/browser}/**']
        : [],
    testTimeout: TIMEOUTS[name],
    // A hook may open a page twice, and wait for it as long as half a test.
    hookTimeout: TIMEOUTS[name] + 60_000,
    // What is awaited may take as long as a test may; the default of a second is too little for a busy machine.
    expect: { poll: { timeout: TIMEOUTS[name] / 2 } },
    // Other programs share CI's machine. The closing lines of `npm test` name the tests that passed at the second attempt.
    retry: process.env.CI && name !== 'unit' ? 1 : 0,
    // Evaluating the modules of the product again for each file would take as long as many of the tests.
    isolate: false,
    // Conversations mostly wait, and the other suites often wait for time, pages and programs.
    maxWorkers: name === 'conformance' ? 2 * availableParallelism() : availableParallelism() + 1,
    sequence: { groupOrder: ORDER[name] ?? 1 },
    // The editor's worker imports modules that only a bundler finds.
    server: { deps: { inline: ['monaco-yaml'] } },
    globalSetup: SETUPS[name] ?? [],
    maxConcurrency: AT_ONCE[name],
  },
}));

export default defineConfig(
  ({ mode }) =>
    ({ worker, embedded, library })[mode] ?? {
      ...page,
      // The names of tests that only take long would hide what failed.
      test: { projects: suites, slowTestThreshold: 60_000, sequence: { sequencer: LongFilesFirst } },
    },
);
