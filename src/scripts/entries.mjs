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

/** Scripts of the package that Node runs and no module imports. */
export const SCRIPTS = {
  main: 'src/hosts/node/main.ts',
  'node-sandbox-thread': 'src/hosts/node/node-sandbox-thread.ts',
};

/** Parts of entries, in separate files so that bundles can leave out the rest of the entry. */
export const PARTS = {
  'cluster-handlers': 'src/hosts/msw/cluster-handlers.ts',
  scenario: 'src/hosts/scenarios/scenario.ts',
};
