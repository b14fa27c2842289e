import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Plugin, parseAst, type Rolldown } from 'vite';

/**
 * The modules whose functions the app's service worker loads when one of them is first called, with everything that only
 * they import. To answer a get, a list or a watch of stored objects, a worker that starts needs none of them. The modules of the
 * start can import functions from them, and nothing else that they define.
 */
export const LATER_MODULES: readonly string[] = [
  // Controllers, the scheduler and the simulation, which begin after the first answer.
  'src/hosts/controllers/run-controllers.ts',
  'src/hosts/controllers/choose-controllers.ts',
  'src/hosts/controllers/simulate-nodes.ts',
  // Explanations and documents.
  'src/server/endpoints/debug/debug.ts',
  'src/server/endpoints/paths/flow-control-dumps.ts',
  'src/server/endpoints/paths/metrics.ts',
  'src/server/endpoints/paths/openapi.ts',
  // Expressions.
  'src/cel/compile-expression.ts',
  'src/cel/kubernetes-libraries.ts',
  'src/cel/admission/admission-environment.ts',
  'src/cel/rules/compile-rules.ts',
  'src/cel/rules/evaluate-rules.ts',
  'src/schema/compile-re2.ts',
  // Bodies and checks of writes, and Protobuf.
  'src/admission/pod-security/evaluate.ts',
  'src/patch/patch-object.ts',
  'src/resources/apiextensions/schema-validation.ts',
  'src/resources/core/spec-difference.ts',
  'src/schema/protobuf/protobuf.ts',
  'src/schema/yaml/yaml-to-json.ts',
];

const root = resolve(import.meta.dirname, '../..');
const WORKER = resolve(root, 'src/hosts/worker/service-worker.ts');
const LOADER = resolve(root, 'src/hosts/worker/later-script.ts');

/** The id of the entry with the modules, and the prefix of the ids of the modules that load them. */
const ENTRY = '\0tabplane-later';
const STANDS_FOR = '\0tabplane-later:';

/** Replaced in the worker's first script by the path of the later one. */
const PATH = '__TABPLANE_LATER_SCRIPT__';

/** The inputs of the worker's build. */
export const WORKER_INPUTS = { sw: WORKER, later: ENTRY } as const;

/** The names of the worker's two scripts. */
export const workerScriptName = ({ name }: Rolldown.PreRenderedChunk): string =>
  name === 'sw' ? 'sw.js' : 'assets/sw-later-[hash].js';

/**
 * Divides the service worker into the script with which it starts and one that has the modules of the list. Both are classic
 * scripts: service workers cannot import modules later.
 * @param modules paths from the project's root
 */
export function laterScript(modules: readonly string[] = LATER_MODULES): Plugin {
  const paths = modules.map((path) => resolve(root, path));
  return {
    name: 'tabplane-later-script',
    enforce: 'pre',
    apply: 'build',
    config: () => ({ define: { LATER_SCRIPT: JSON.stringify(PATH) } }),
    async resolveId(source, importer) {
      if (importer === undefined || importer === ENTRY) return source === ENTRY ? ENTRY : undefined;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && paths.includes(found.id) ? STANDS_FOR + found.id : found;
    },
    load(id) {
      if (id === ENTRY) return entryOf(paths);
      if (!id.startsWith(STANDS_FOR)) return undefined;
      const path = id.slice(STANDS_FOR.length);
      return { code: standIn(path, paths.indexOf(path)), moduleType: 'ts' };
    },
    generateBundle(_options, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const later = scripts.find(({ facadeModuleId }) => facadeModuleId === ENTRY);
      if (!later || scripts.length !== 2) throw new Error('the worker must be two scripts');
      for (const script of scripts) script.code = classic(script.code, script === later).replace(PATH, later.fileName);
    },
  };
}

/** Imports the worker first, so that what both scripts need is in the worker's. */
const entryOf = (paths: readonly string[]): string =>
  [
    ...[WORKER, ...paths].map((path, index) => `import * as m${index} from ${JSON.stringify(path)};`),
    `export const modules = [${paths.map((_, index) => `m${index + 1}`).join()}];`,
  ].join('\n');

/** Returns a module with the functions of another, which it loads when one is called. */
function standIn(path: string, index: number): string {
  const source = readFileSync(path, 'utf8');
  const lines = [`import { laterModules } from ${JSON.stringify(LOADER)};`];
  for (const node of parseAst(source, { lang: 'ts' }).body) {
    if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') continue;
    if (node.source) {
      const from = JSON.stringify(resolve(dirname(path), node.source.value));
      lines.push(`${source.slice(node.start, node.source.start)}${from};`);
    }
    for (const name of functionsOf(node.declaration))
      lines.push(`export const ${name} = (...given) => laterModules()[${index}].${name}(...given);`);
  }
  return lines.join('\n');
}

type Program = ReturnType<typeof parseAst>;
type Declaration = Extract<Program['body'][number], { type: 'ExportNamedDeclaration' }>['declaration'];

/** Returns the names of the functions that a declaration declares. */
function functionsOf(declaration: Declaration): readonly string[] {
  if (declaration?.type === 'FunctionDeclaration') return declaration.id ? [declaration.id.name] : [];
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression' ? [id.name] : [],
  );
}

/**
 * Returns a module as a classic script. The worker's first script passes its bindings to the later one when that is loaded,
 * which keeps their values: no module exports a variable that changes.
 */
function classic(code: string, isLater: boolean): string {
  const imported: string[] = [];
  const exported: string[] = [];
  let body = code;
  // From the end, so that the places of what comes before stay.
  for (const node of parseAst(code).body.toReversed()) {
    if (node.type === 'ImportDeclaration') {
      for (const { local, ...one } of node.specifiers)
        if (one.type === 'ImportSpecifier') imported.push(`${nameOf(one.imported)}:${local.name}`);
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local, exported: name } of node.specifiers) exported.push(`${nameOf(name)}:${nameOf(local)}`);
    } else continue;
    body = body.slice(0, node.start) + body.slice(node.end);
  }
  return isLater
    ? `self.tabplaneLater=(()=>{"use strict";const{${imported}}=self.tabplaneStart();${body}\nreturn{${exported}}})();\n`
    : `(()=>{"use strict";${body}\nself.tabplaneStart=()=>({${exported}})})();\n`;
}

const nameOf = (name: { readonly type: string; readonly name?: string; readonly value?: string }): string =>
  name.name ?? JSON.stringify(name.value);
