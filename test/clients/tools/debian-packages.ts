import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS } from './client-packages.ts';

const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=300'];

/** Runs apt without prompts. Returns the reason when it fails. */
function apt(args: readonly string[], folder = '/'): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync('apt-get', [...WAIT_FOR_OTHERS, ...args], { cwd: folder, env });
  if (error) return 'the machine has no apt-get';
  return status === 0 ? undefined : (stderr.toString().trim().split('\n').at(-1) ?? `apt-get ended with ${status}`);
}

const isInstalled = (name: string): boolean =>
  /^Status: .* installed$/m.test(String(spawnSync('dpkg-query', ['--status', name]).stdout));

/**
 * Installs missing Debian packages, which takes half a minute the first time.
 * @returns why they cannot be installed; undefined when they are installed
 */
export function installDebianPackages(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const wanted = missing.join(', ');
  if (process.getuid?.() !== 0) return `${wanted} is not installed, and only root can install it`;
  const install = (): string | undefined => apt(['install', '--yes', '--no-install-recommends', ...missing]);
  const problem = install() && (apt(['update']) ?? install());
  return problem && `${wanted} cannot be installed: ${problem}`;
}

/**
 * Unpacks one of Debian's packages without installing it, once, for programs that are large or would start a service.
 * @returns the folder of its files, or why it cannot be unpacked
 */
export function unpackDebianPackage(name: string): { folder: string } | { reason: string } {
  const folder = join(TOOLS, `debian-${name}`);
  if (existsSync(folder)) return { folder };
  mkdirSync(TOOLS, { recursive: true });
  const unfinished = mkdtempSync(join(TOOLS, 'unfinished-'));
  try {
    const download = (): string | undefined => apt(['download', name], unfinished);
    const problem = download() && (apt(['update']) ?? download());
    if (problem) return { reason: `${name} cannot be downloaded: ${problem}` };
    const [archive = ''] = readdirSync(unfinished);
    const { status } = spawnSync('dpkg-deb', ['--extract', archive, 'files'], { cwd: unfinished });
    if (status !== 0) return { reason: `${name} cannot be unpacked` };
    if (!existsSync(folder)) renameSync(join(unfinished, 'files'), folder);
    return { folder };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
