/** `npm test`: installs dependencies, checks the code, and runs every suite. The last line is `N passed, N failed`. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../src/scripts/install.mjs';
import { root, runCommand } from '../src/scripts/run-command.mjs';
import { findChromium } from './helpers/find-chromium.mjs';

await Promise.all([
  install(),
  runCommand('Installing programs for the tests', process.execPath, ['test/helpers/install-programs.mjs']),
]);
const chromium = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'tabplane-test-'));
const summary = join(folder, 'summary.json');
const environment = {
  ...process.env,
  CHROMIUM_PATH: chromium,
  TABPLANE_TEST_SUMMARY: summary,
  TABPLANE_PARITY_FOLDER: folder,
};
// Logs are searched as text, so they have no color codes.
if (!process.stdout.isTTY) environment.NO_COLOR = '1';

let passed = 0;
let failed = 0;
/** The names of failed steps and tests with the start of their errors, repeated at the end of the run. */
const failures = [];

/** Checks that pass or fail as a whole, with the scripts of package.json that make them, longest first. */
const CHECKS = {
  types: 'check:types',
  build: 'build',
  'lint and format': 'check:style',
  layers: 'check:layers',
  'dead code': 'check:dead-code',
};

/** Runs a script of package.json. Returns whether it succeeded, and its output. */
const run = (script) =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, env: environment, shell: process.platform === 'win32' };
    const child = spawn('npm', ['run', '--silent', script], options);
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ isPassed: code === 0, output: Buffer.concat(output).toString() }));
  });

// All at once, because most of them use one processor.
const checks = Object.entries(CHECKS).map(([name, script]) => [name, run(script)]);
for (const [name, check] of checks) {
  const { isPassed, output } = await check;
  console.log(`\n— ${name}\n${output.trimEnd()}`);
  if (isPassed) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
}

console.log('\n— tests');
const reporters = [
  import.meta.resolve('./summary-reporter.mjs'),
  import.meta.resolve('./conformance/parity-reporter.ts'),
  import.meta.resolve('./clients/outcomes/clients-reporter.ts'),
].map((url) => `--reporter=${fileURLToPath(url)}`);
const { status } = spawnSync('npx', ['vitest', 'run', '--silent=passed-only', '--reporter=default', ...reporters], {
  cwd: root,
  stdio: 'inherit',
  env: environment,
});
try {
  const result = JSON.parse(readFileSync(summary, 'utf8'));
  passed += result.passed;
  failed += result.failures.length;
  failures.push(...result.failures);
  for (const test of result.repeated) console.log(`\npassed at the second attempt: ${test}`);
  if (status !== 0 && result.failures.length === 0)
    throw new Error(`vitest exited with ${status} without a failed test`);
} catch (error) {
  failures.push(`the test run\n    ${error.message}`);
  failed += 1;
}

/**
 * Published numbers and outcomes must be those of this run. The reporters write none when a test failed, which is
 * reported above.
 */
const published = { 'docs/parity.md': 'parity', 'README.md': 'parity', 'docs/clients.md': 'clients' };
for (const [file, script] of Object.entries(published)) {
  if (!existsSync(join(folder, file))) continue;
  if (readFileSync(join(folder, file), 'utf8') === readFileSync(join(root, file), 'utf8')) passed += 1;
  else {
    failed += 1;
    failures.push(`${file}\n    It differs from what this run found: npm run ${script}`);
  }
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
