/** Runs commands for the scripts. Uses only Node's own modules, because it runs before packages are installed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project root, with a trailing slash. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Milliseconds between progress reports of a long command. */
const REPORT_INTERVAL = 10_000;

/**
 * Runs a command in the project root with its output shown, and reports its progress and duration. A failure ends the
 * process with the command's exit code.
 * @param title what the command does, in the progressive form: 'Installing packages'
 * @param environment variables beside those of this process
 */
export async function runCommand(title, command, args, environment = {}) {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  console.log(`${title} …`);
  const report = setInterval(() => console.log(`  still working, ${seconds()} s so far`), REPORT_INTERVAL);
  const code = await exitCode(command, args, environment).finally(() => clearInterval(report));
  if (code !== 0) {
    console.error(`${title} failed: "${command} ${args.join(' ')}" exited with code ${code}. See the output above.`);
    process.exit(code);
  }
  console.log(`  done in ${seconds()} s`);
}

/** Runs a command and returns its exit code. On Windows npm is a script, which only a shell can start. */
function exitCode(command, args, environment) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment };
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32', env });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
