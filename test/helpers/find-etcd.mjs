/** Finds etcd and HAProxy for the tests of several servers, or installs Debian's packages if possible. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './install-packages.mjs';

const onPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

const PROGRAMS = [
  { name: 'etcd', package: 'etcd-server' },
  { name: 'haproxy', package: 'haproxy' },
];

/** Returns the paths of the programs; undefined for missing programs. */
export const findEtcd = () => ({ etcd: onPath('etcd'), haproxy: onPath('haproxy') });

/** Installs missing programs if possible, and writes a line for each program that is still missing. */
export function installEtcd() {
  const missing = () => PROGRAMS.filter(({ name }) => !onPath(name));
  installPackages(missing().map((program) => program.package));
  for (const { name, package: debian } of missing())
    console.log(`Skipping the tests with ${name}, which is not installed (on Debian: apt-get install ${debian}).`);
}
