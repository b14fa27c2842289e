/**
 * The rooms of src/ and which of them each may import; ARCHITECTURE.md gives the reasons. A room of `server` or `hosts`
 * has its own row; files beside the rooms (`server/create-server.ts`) belong to the row of the folder.
 */
const MAY_IMPORT = {
  api: [],
  x509: ['api'],
  outgoing: ['api', 'schema'],
  schema: ['api'],
  cel: ['api', 'schema'],
  apply: ['api', 'schema'],
  patch: ['api', 'schema'],
  resources: ['api', 'x509', 'schema', 'cel'],
  storage: ['api'],
  client: ['api'],
  authentication: ['api', 'x509', 'outgoing'],
  authorization: ['api', 'outgoing'],
  conversion: ['api', 'schema', 'resources', 'outgoing'],
  admission: ['api', 'x509', 'schema', 'cel', 'patch', 'outgoing'],
  'flow-control': ['api'],
  'local-services': ['api'],
  controllers: ['api', 'x509', 'client'],
  lessons: ['api', 'cel', 'client'],
  scheduler: ['api', 'client'],
  simulation: ['api', 'schema', 'client'],
  'server/flags': ['api', 'schema', 'authentication'],
  'server/catalog': ['api', 'schema', 'cel', 'apply', 'resources', 'server/flags'],
  'server/objects': ['api', 'schema', 'storage', 'client', 'server/catalog'],
  'server/aggregation': ['api', 'schema', 'outgoing', 'server/flags', 'server/catalog'],
  'server/identity': [
    'api',
    'x509',
    'schema',
    'outgoing',
    'storage',
    'authentication',
    'authorization',
    'server/flags',
  ],
  'server/observe': ['api', 'schema', 'authentication', 'admission', 'flow-control', 'server/flags', 'server/catalog'],
  'server/context': [
    ...['api', 'schema', 'resources', 'authentication', 'authorization', 'admission', 'flow-control'],
    ...['server/flags', 'server/catalog', 'server/objects', 'server/aggregation', 'server/identity', 'server/observe'],
  ],
};
const below = (room) => [...new Set([...MAY_IMPORT[room], room])];
MAY_IMPORT['server/capabilities'] = [...below('server/context'), 'cel'];
MAY_IMPORT['server/http'] = [...below('server/context'), 'cel', 'apply', 'patch', 'storage'];
MAY_IMPORT['server/read'] = below('server/http');
MAY_IMPORT['server/write'] = [...below('server/read'), 'client'];
MAY_IMPORT['server/endpoints'] = [...below('server/write'), 'x509'];
MAY_IMPORT['server/post-start-hooks'] = [...below('server/write'), 'x509'];
MAY_IMPORT['server/pipeline'] = below('server/endpoints');
MAY_IMPORT.server = [
  ...below('server/pipeline'),
  ...['conversion', 'local-services', 'server/capabilities', 'server/post-start-hooks'],
];
MAY_IMPORT.embedding = [...below('server'), 'simulation'];
Object.assign(MAY_IMPORT, {
  kubectl: ['api', 'schema', 'client'],
  ui: ['api', 'x509', 'client', 'kubectl', 'lessons'],
  scripts: ['hosts', 'ui'],
});

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: `src/${room} may import only ${allowed.join(', ') || 'nothing of src'}: see the table in ARCHITECTURE.md.`,
      severity: 'error',
      from: { path: room === 'server' ? '^src/server/[^/]+$' : `^src/${room}/` },
      to: {
        path: '^src/',
        pathNot: [room === 'server' ? '^src/server/[^/]+$' : `^src/${room}/`, `^src/(${allowed.join('|')})/`],
      },
    })),
    {
      name: 'no-circle',
      comment: 'Two files that import each other, types included, are one file or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
      from: { path: '^src/', pathNot: '^src/(hosts|scripts)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'clusters-are-assembled-in-embedding',
      comment:
        'A host that put a server, controllers and a clock together would repeat src/embedding/running-cluster.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(embedding/running-cluster|hosts/core).ts$' },
      to: { path: '^src/server/create-server.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'native-code-in-the-data-folder',
      comment: 'The embedded database is native code, which only runs in Node, and only with a data folder.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/hosts/node/data-folder/' },
      to: { path: 'node_modules/(classic-level|abstract-level)/' },
    },
    {
      name: 'data-folder-is-loaded-when-needed',
      comment: 'A static import would load native code at every start.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/hosts/node/data-folder/' },
      to: { path: '^src/hosts/node/data-folder/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'grpc-in-etcd',
      comment: 'gRPC is only needed to talk to etcd.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/hosts/node/etcd/' },
      to: { path: 'node_modules/(@grpc|protobufjs)/' },
    },
    {
      name: 'etcd-is-loaded-when-needed',
      comment: 'A static import would load gRPC at every start.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/hosts/node/etcd/' },
      to: { path: '^src/hosts/node/etcd/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
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
