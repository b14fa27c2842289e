/** Installs Debian's packages for tests that need other programs. */
import { spawnSync } from 'node:child_process';

let isUpdated = false;

/** Installs packages if this process may: as root, where there is `apt-get`. The list of packages is updated once. */
export function installPackages(packages) {
  if (packages.length === 0 || process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return;
  console.log(`Installing ${packages.join(', ')} for the tests …`);
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  if (!isUpdated) spawnSync('apt-get', ['update'], options);
  isUpdated = true;
  spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], options);
}
