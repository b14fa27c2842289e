import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Lines of an error in the summary; the output of the test has all of them. */
const LINES = 12;

/**
 * Writes the number of passed tests, those that passed only at the second attempt, and the failures with their reasons,
 * to the file that `TABPLANE_TEST_SUMMARY` names.
 */
export default class SummaryReporter {
  onTestRunEnd(files, unhandledErrors) {
    const tests = files.flatMap((file) => [...file.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failures = [
      ...files.flatMap((file) => problemsOf(file)),
      ...unhandledErrors.map((error) => `outside any test\n${reason(error)}`),
    ];
    const repeated = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${pathOf(test.module)} > ${test.fullName}\n${reason(test.result().errors[0])}`);
    writeFileSync(process.env.TABPLANE_TEST_SUMMARY, JSON.stringify({ passed, repeated, failures }));
  }
}

/** Returns the errors of a file: of its tests, of its hooks, and of loading it. */
function problemsOf(file) {
  const name = pathOf(file);
  const failedTests = [...file.children.allTests('failed')].map((test) => ({
    name: `${name} > ${test.fullName}`,
    errors: test.result().errors,
  }));
  const suites = [...file.children.allSuites()].map((suite) => ({
    name: `${name} > ${suite.fullName}`,
    errors: suite.errors(),
  }));
  return [...failedTests, ...suites, { name, errors: file.errors() }]
    .filter(({ errors }) => errors.length > 0)
    .map((one) => `${one.name}\n${reason(one.errors[0])}`);
}

const pathOf = ({ moduleId }) => relative(process.cwd(), moduleId);

const reason = ({ message }) =>
  String(message)
    .split('\n')
    .slice(0, LINES)
    .map((line) => `    ${line}`)
    .join('\n');
