/** `npm test`: installs what is needed, checks the code, and runs every suite. Ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from '../src/scripts/install.mjs';
import { root } from '../src/scripts/run-command.mjs';
import { findChromium } from './find-chromium.mjs';

await install();
const chromium = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'tabplane-test-'));
const summary = join(folder, 'summary.json');
const environment = { ...process.env, CHROMIUM_PATH: chromium, TABPLANE_TEST_SUMMARY: summary };
// What is not a terminal is read later, and searched.
if (!process.stdout.isTTY) environment.NO_COLOR = '1';

let passed = 0;
let failed = 0;
/** What failed, and the first words of why: told again at the end, where a long run is read first. */
const failures = [];

/** A step that passes or fails as a whole. */
function step(name, command, args) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment });
  if (status === 0) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
}

step('types', 'npm', ['run', '--silent', 'check:types']);
step('lint and format', 'npm', ['run', '--silent', 'check:style']);
step('layers', 'npm', ['run', '--silent', 'check:layers']);
step('dead code', 'npm', ['run', '--silent', 'check:dead-code']);
step('build', 'npm', ['run', '--silent', 'build']);

console.log('\n— tests');
const reporter = fileURLToPath(import.meta.resolve('./summary-reporter.mjs'));
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--silent=passed-only', '--reporter=default', `--reporter=${reporter}`],
  { cwd: root, stdio: 'inherit', env: environment },
);
try {
  const told = JSON.parse(readFileSync(summary, 'utf8'));
  passed += told.passed;
  failed += told.failures.length;
  failures.push(...told.failures);
  if (status !== 0 && told.failures.length === 0) throw new Error(`no failure was told, yet they ended with ${status}`);
} catch (error) {
  failures.push(`the tests as a whole\n    ${error.message}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
