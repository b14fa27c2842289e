import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { npm, type Project } from '../helpers/packed-package.ts';

/** The files that `npm create vite` writes for TypeScript without a framework, except the page's content. */
const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'vite-project',
    private: true,
    version: '0.0.0',
    type: 'module',
    scripts: { dev: 'vite', build: 'tsc && vite build', preview: 'vite preview' },
    devDependencies: { typescript: '7.0.2', vite: '8.3.8' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ target: 'es2023', module: 'esnext', lib: ['ES2023', 'DOM'], types: ['vite/client'] },
      ...{ allowArbitraryExtensions: true, skipLibCheck: true, moduleResolution: 'bundler' },
      ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, moduleDetection: 'force', noEmit: true },
      ...{ noUnusedLocals: true, noUnusedParameters: true, erasableSyntaxOnly: true, noFallthroughCasesInSwitch: true },
    },
    include: ['src'],
  }),
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>Vite + TS</title>
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>
`,
  'public/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
};

/** Creates a new Vite project with this program in an empty folder, and installs the packed package. */
export async function createViteProject(program: string, packed: string): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-vite-'));
  for (const [name, text] of Object.entries({ ...FILES, 'src/main.ts': program })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await npm(folder, 'install', packed);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
