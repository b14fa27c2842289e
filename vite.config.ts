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

interface Suite {
  /** Folders of `test`. Without them, the suite has all tests that are in no other. */
  readonly folders?: readonly string[];
  /** Milliseconds. */
  readonly timeout: number;
  /** How many tests of a file run at once where a file allows it. */
  readonly atOnce: number;
  /** Files that run at once. Default: one more than processors, because tests wait for time, pages and programs. */
  readonly workers?: number;
  /** What it needs before its first test. */
  readonly setups?: readonly string[];
}

const PROCESSORS = availableParallelism();
const BUILT = 'test/browser/build-app.mjs';

/** The suites that `vitest run --project NAME` runs, in the order of a run of all. */
const SUITES: Readonly<Record<string, Suite>> = {
  // Recorded conversations: they mostly wait. Many are held at once, so each one takes as long as all on a busy machine.
  conformance: { folders: ['conformance'], timeout: 600_000, atOnce: 60, workers: 2 * PROCESSORS },
  // Real clients, snippets of the documents, the package as others install it, the examples, front ends of others. They
  // are one suite, because each suite transforms and evaluates the product anew.
  integration: {
    folders: ['clients', 'docs', 'package', 'examples', 'front-ends'],
    timeout: 120_000,
    atOnce: 3,
    setups: [BUILT, 'test/package/install-package.ts'],
  },
  // Layers alone.
  unit: { timeout: 120_000, atOnce: 1 },
  // A real browser. Conversations are held in it, too.
  browser: {
    folders: ['browser', 'security/browser'],
    timeout: 240_000,
    atOnce: 16,
    setups: [BUILT, 'test/browser/prepare-profiles.ts'],
  },
};

const filesIn = (folders: readonly string[]): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);

const ofOthers = filesIn(Object.values(SUITES).flatMap(({ folders = [] }) => folders));

const suites = Object.entries(SUITES).map(([name, { folders, timeout, atOnce, workers, setups = [] }], index) => ({
  test: {
    name,
    include: folders ? filesIn(folders) : ['test/**/*.test.ts'],
    exclude: folders ? [] : ofOthers,
    testTimeout: timeout,
    // A hook may open a page twice, and wait for it as long as half a test.
    hookTimeout: timeout + 60_000,
    // What is awaited may take as long as a test may; the default of a second is too little for a busy machine.
    expect: { poll: { timeout: timeout / 2 } },
    // Other programs share CI's machine. The closing lines of `npm test` name the tests that passed at the second attempt.
    retry: process.env.CI && name !== 'unit' ? 1 : 0,
    // Evaluating the modules of the product again for each file would take as long as many of the tests.
    isolate: false,
    maxWorkers: workers ?? PROCESSORS + 1,
    sequence: { groupOrder: index },
    // The editor's worker imports modules that only a bundler finds.
    server: { deps: { inline: ['monaco-yaml'] } },
    globalSetup: [...setups],
    maxConcurrency: atOnce,
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
