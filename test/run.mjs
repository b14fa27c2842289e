/** `npm test`: installs what is needed, checks the code, and runs every suite. Ends with `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { install, root } from '../src/hosts/install.mjs';
import { findChromium } from './find-chromium.mjs';

install();
const chromium = findChromium();
const folder = mkdtempSync(join(tmpdir(), 'tabplane-test-'));
const report = join(folder, 'report.json');
const environment = { ...process.env, CHROMIUM_PATH: chromium };
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

/** The first lines of an error's message, without where it was thrown. */
function reason(message) {
  return (message ?? '').split(/\n\s+at /)[0].slice(0, 2000);
}

step('types', 'npm', ['run', '--silent', 'check:types']);
step('lint and format', 'npm', ['run', '--silent', 'check:style']);
step('layers', 'npm', ['run', '--silent', 'check:layers']);
step('dead code', 'npm', ['run', '--silent', 'check:dead-code']);
step('build', 'npm', ['run', '--silent', 'build']);

console.log('\n— tests');
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--silent=passed-only', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  { cwd: root, stdio: 'inherit', env: environment },
);
try {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  for (const file of counts.testResults) {
    const name = relative(root, file.name);
    const failedTests = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of failedTests) failures.push(`${name} > ${test.fullName}\n    ${reason(test.failureMessages[0])}`);
    if (file.status === 'failed' && failedTests.length === 0) failures.push(`${name}\n    ${reason(file.message)}`);
  }
  // A file that cannot even be loaded has no test that failed.
  if (status !== 0 && counts.numFailedTests === 0) failed += Math.max(1, counts.numFailedTestSuites);
} catch (error) {
  console.error(`the tests left no report: ${error.message}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });
for (const failure of failures) console.log(`\nfailed: ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
