/** `npm run reference`: writes `docs/reference`, a page for each entry of the package. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { ENTRIES } from '../entries.mjs';
import { root } from '../run-command.mjs';
import { readEntry } from './read-entry.mjs';
import { indexPage, referencePage } from './reference-page.mjs';

const FOLDER = join(root, 'docs/reference');

/** Returns the pages by their file names. */
export function referencePages() {
  const entries = Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)]);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram(
    entries.map(([, path]) => path),
    options,
  );
  const known = new Map();
  const pages = new Map();
  const index = [];
  for (const [name, path] of entries) {
    const facts = readEntry(program, path);
    const file = `${name}.md`;
    pages.set(file, referencePage(importPath(name), facts, known));
    index.push([importPath(name), file, facts.about]);
    for (const one of facts.exports) if (!known.has(one.symbol)) known.set(one.symbol, [one.name, file]);
  }
  return pages.set('README.md', indexPage(index));
}

/** Returns the import path of an entry by the name of its built file. */
function importPath(name) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const built = ({ types, default: script, ...conditions } = {}) => script ?? Object.values(conditions)[0];
  const found = Object.entries(exports).find(([, target]) => built(target)?.endsWith(`/${name}.js`));
  if (!found) throw new Error(`package.json exports no ${name}.js`);
  return join('tabplane', found[0]);
}

function writeReference() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [file, text] of referencePages()) writeFileSync(join(FOLDER, file), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeReference();
