/** `npm test`: installs what is needed, checks the code, and runs every suite. Ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, root } from '../src/hosts/install.mjs';
import { findChromium } from './find-chromium.mjs';

install();
const chromium = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'tabplane-test-'));
const report = join(folder, 'report.json');
const environment = { ...process.env, CHROMIUM_PATH: chromium };

let passed = 0;
let failed = 0;
/** A step that passes or fails as a whole. */
function step(name, command, args) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment });
  if (status === 0) passed += 1;
  else failed += 1;
  return status === 0;
}

step('types', 'npm', ['run', '--silent', 'check:types']);
step('lint and format', 'npm', ['run', '--silent', 'check:style']);
step('layers', 'npm', ['run', '--silent', 'check:layers']);
step('dead code', 'npm', ['run', '--silent', 'check:dead-code']);
step('build', 'npm', ['run', '--silent', 'build']);

console.log('\n— tests');
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { cwd: root, stdio: 'inherit', env: environment },
);
try {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that cannot even be loaded has no test that failed.
  if (status !== 0 && counts.numFailedTests === 0) failed += Math.max(1, counts.numFailedTestSuites);
} catch (error) {
  console.error(`the tests left no report: ${error.message}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
