/** Starts servers in processes whose processor time is measured, because other programs use the machine, too. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { join } from 'node:path';
import { root } from '../../../src/scripts/run-command.mjs';

export const IN_FLIGHT = 32;

const PRELOADED = ['--import', new URL('./report-usage.mjs', import.meta.url).href];

/**
 * Starts a program whose first output ends with its port.
 * @param isSecure whether it serves HTTPS
 * @param profiles the folder of a CPU profile that is written when the program ends; none by default
 */
export async function startProgram(program, args, { isSecure = false, profiles } = {}) {
  const profiled = profiles ? ['--cpu-prof', '--cpu-prof-dir', profiles] : [];
  const child = fork(program, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...PRELOADED, ...profiled],
  });
  const port = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(Number(/:(\d+)\n/.exec(String(text))?.[1])));
    child.once('exit', () => reject(new Error('the server has ended')));
  });
  const options = { keepAlive: true, maxSockets: IN_FLIGHT };
  return {
    port,
    isSecure,
    agent: isSecure ? new SecureAgent({ ...options, rejectUnauthorized: false }) : new Agent(options),
    /** Returns the processor time since the start, in microseconds. */
    async used() {
      child.send('used');
      const [microseconds] = await once(child, 'message');
      return microseconds;
    },
    end: () => void child.kill(),
    ended: once(child, 'exit'),
  };
}

export const TOKEN = 'admin-token';

/** Starts `tabplane serve` from the built package, with an administrator's token. */
export function startTabplane(folder, args = [], options = {}) {
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${TOKEN},admin,,"system:masters"\n`);
  const port = options.isSecure ? '--secure-port' : '--port';
  const serve = ['serve', port, '0', '--token-auth-file', tokens, ...args];
  return startProgram(join(root, 'dist/library/main.js'), serve, options);
}

/** Starts a server that answers with the bytes of given answers, and does nothing else. */
export const startBareServer = (args = [], options = {}) =>
  startProgram(new URL('./bare-server.mjs', import.meta.url).pathname, args, options);
