/** `npm run build:types`: writes the type declarations of the package's entries and of the modules that they import. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { ENTRIES } from './entries.mjs';
import { root } from './run-command.mjs';

const SOURCES = resolve(root, 'src');
const TARGET = resolve(root, 'dist/types');

/** Writes `dist/types`, one file for each source. @throws Error when a declaration needs an annotation */
export function buildTypes() {
  const entries = Object.values(ENTRIES).map((path) => resolve(root, path));
  const program = ts.createProgram(entries, compilerOptions());
  rmSync(TARGET, { recursive: true, force: true });
  const reached = new Set(entries);
  // Grows during the loop: a set is iterated in the order of insertion.
  for (const source of reached) {
    const text = declarationOf(program, source);
    for (const { fileName } of relativeImports(text)) reached.add(resolve(dirname(source), fileName));
    const file = resolve(TARGET, relative(SOURCES, source)).replace(/\.ts$/, '.d.ts');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, withBuiltNames(text));
  }
}

/**
 * The project's compiler options. `check:types` checks the sources; checking them again here would only take longer.
 */
function compilerOptions() {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const { incremental: _, tsBuildInfoFile: __, noEmit: ___, ...own } = options;
  return { ...own, declaration: true, emitDeclarationOnly: true, noCheck: true, rootDir: SOURCES, outDir: TARGET };
}

function declarationOf(program, path) {
  const source = program.getSourceFile(path);
  if (!source) throw new Error(`${path} is not part of the program`);
  let declaration = '';
  const { diagnostics } = program.emit(
    source,
    (_, text) => {
      declaration = text;
    },
    undefined,
    true,
  );
  for (const { messageText } of diagnostics)
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  return declaration;
}

/** Returns the relative imports of a text in order, with their positions. */
const relativeImports = (text) => ts.preProcessFile(text).importedFiles.filter(({ fileName }) => fileName[0] === '.');

/** Imports in the declarations name the built scripts, as those of other packages do. */
function withBuiltNames(text) {
  let written = '';
  let at = 0;
  for (const { fileName, pos } of relativeImports(text)) {
    // The position is that of the opening quote.
    const start = text.indexOf(fileName, pos);
    written += text.slice(at, start) + fileName.replace(/\.ts$/, '.js');
    at = start + fileName.length;
  }
  return written + text.slice(at);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildTypes();
