/** The package's entries: name of the built file → source. `exports` in package.json names the same. */
export const ENTRIES = {
  core: 'src/hosts/core.ts',
  browser: 'src/hosts/browser/browser.ts',
  client: 'src/hosts/client.ts',
  msw: 'src/hosts/msw/msw.ts',
  node: 'src/hosts/node/node.ts',
  types: 'src/hosts/types.ts',
  testing: 'src/hosts/testing/testing.ts',
  vite: 'src/hosts/vite/vite.ts',
};

/** Scripts of the package that Node runs, and nobody imports. */
export const SCRIPTS = {
  main: 'src/hosts/node/main.ts',
  'node-sandbox-thread': 'src/hosts/node/node-sandbox-thread.ts',
};

/** What entries export besides much else: in files of their own, so that bundles leave out the rest. */
export const PARTS = {
  'cluster-handlers': 'src/hosts/msw/cluster-handlers.ts',
  scenario: 'src/hosts/scenarios/scenario.ts',
};
