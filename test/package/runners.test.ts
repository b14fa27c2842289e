import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { installInto, type Project } from '../helpers/packed-package.ts';

let project: Project;
beforeAll(async () => {
  project = await installInto(new URL('./runners/', import.meta.url), inject('packed'));
});
afterAll(() => project.remove());

/** Runs the project's tests. Returns the output of the runner. */
const run = (script: string, args: readonly string[], options = ''): string =>
  execFileSync(process.execPath, [`node_modules/${script}`, ...args], {
    ...{ cwd: project.folder, encoding: 'utf8', stdio: 'pipe' },
    env: { PATH: process.env.PATH, NO_COLOR: '1', NODE_OPTIONS: options },
  });

it.each(['node', 'jsdom', 'happy-dom'])('the package works in the environment %s of Vitest', (environment) => {
  expect(run('vitest/vitest.mjs', ['run', '--environment', environment])).toMatch(/Tests {2}1 passed/);
});

it.each([
  ['node', 'node', 'cluster.test.js'],
  ['node, from CommonJS', 'node', 'cluster.test.cjs'],
  ['jsdom', './jsdom-with-platform.js', 'cluster.test.js'],
  ['jsdom, from CommonJS', './jsdom-with-platform.js', 'cluster.test.cjs'],
])('the package works in the environment %s of Jest', (_, environment, file) => {
  const result = run('jest/bin/jest.js', ['--env', environment, '--json', file], '--experimental-vm-modules');
  expect(JSON.parse(result)).toMatchObject({ success: true, numPassedTests: 1 });
});
