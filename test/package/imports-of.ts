import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Returns the names of the modules that a script imports, statically or dynamically. */
export const importsOf = (script: string): readonly string[] =>
  ts.preProcessFile(readFileSync(script, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);
