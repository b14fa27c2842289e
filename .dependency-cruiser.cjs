/** The layers of src/: which folder may import which. The reasons are in ARCHITECTURE.md. */
const MAY_IMPORT = {
  api: [],
  schema: ['api'],
  apply: ['api', 'schema'],
  patch: ['api', 'schema'],
  resources: ['api', 'schema'],
  storage: ['api'],
  client: ['api'],
  authentication: ['api', 'client'],
  authorization: ['api', 'client'],
  admission: ['api', 'schema', 'client'],
  'flow-control': ['api'],
  'local-services': ['api'],
  controllers: ['api', 'client'],
  server: [
    'api',
    'schema',
    'apply',
    'patch',
    'resources',
    'storage',
    'client',
    'authentication',
    'authorization',
    'admission',
    'flow-control',
    'local-services',
  ],
  ui: ['api', 'client'],
};

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([layer, allowed]) => ({
      name: `layer-${layer}`,
      comment: `src/${layer} may import only ${allowed.length ? allowed.join(', ') : 'nothing of src'}: see the table in ARCHITECTURE.md.`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
    })),
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import must lead somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'core-is-pure',
      comment: 'The core runs in a worker, in Node and in tests alike: nothing of Node in it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(hosts|schema/data)/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
