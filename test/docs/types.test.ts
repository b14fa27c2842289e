import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { documentedPages } from './documented-pages.ts';

const project = new URL('../../', import.meta.url).pathname;

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The programs and files in TypeScript, by paths of virtual files. */
const sources = new Map(
  documentedPages.flatMap(({ page, steps }) =>
    steps.flatMap((step) => {
      const extension = step.kind === 'program' ? step.language : step.kind === 'file' ? extensionOf(step.name) : '';
      const path = join(project, 'snippets', `${page}:${step.line}.${extension}`);
      // A file without imports is a script, and all scripts share one global scope.
      return extension === 'ts' || extension === 'tsx' ? [[path, `${step.text}export {};\n`] as const] : [];
    }),
  ),
);

/** The sources of the package's entries, so that no declarations have to be built. */
function entryPaths(): Record<string, string[]> {
  const { exports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>;
  };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) =>
      typeof target === 'string'
        ? []
        : [
            [
              join('tabplane', name),
              [join(project, target.types.replace('./dist/types', 'src').replace(/\.d\.ts$/, '.ts'))],
            ],
          ],
    ),
  );
}

function compile(): ts.Program {
  const { config } = ts.readConfigFile(join(project, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, project);
  const { tsBuildInfoFile: _, ...kept } = options;
  const lenient = { noUnusedLocals: false, noUnusedParameters: false, incremental: false };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = sources.get(path);
    return text === undefined ? getSourceFile(path, target, ...rest) : ts.createSourceFile(path, text, target);
  };
  return ts.createProgram([...sources.keys()], { ...kept, ...lenient, paths: entryPaths() }, host);
}

it('the snippets in TypeScript type check', () => {
  const program = compile();
  const problems = [...sources.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start = 0, messageText }) =>
        `${path.slice(join(project, 'snippets/').length)}, its line ${(source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1}: ` +
        ts.flattenDiagnosticMessageText(messageText, '\n'),
    );
  });
  expect(problems).toEqual([]);
});
