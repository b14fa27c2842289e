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
 */
export async function startProgram(program, args, { isSecure = false } = {}) {
  const child = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: PRELOADED });
  const ask = async (question) => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const port = await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => resolve(Number(/:(\d+)\n/.exec(String(text))?.[1])));
    child.once('exit', () => reject(new Error('the server has ended')));
  });
  const options = { keepAlive: true, maxSockets: IN_FLIGHT };
  return {
    port,
    pid: child.pid,
    isSecure,
    agent: isSecure ? new SecureAgent({ ...options, rejectUnauthorized: false }) : new Agent(options),
    /** Returns the processor time since the start, in microseconds. */
    used: () => ask('used'),
    /** Returns the part of `used` that is the main thread's. */
    usedByMainThread: () => ask('usedByMainThread'),
    /** Returns the longest turn of the event loop since the last call, in milliseconds of processor time. */
    pause: () => ask('pause'),
    /** Returns the bytes that JavaScript uses, in the heap and outside it. */
    memory: () => ask('memory'),
    /** Collects garbage. */
    collect: () => ask('collect'),
    /** Returns the CPU profile of the server during some work. */
    async profile(work) {
      await ask('profile');
      await work();
      return ask('profiled');
    },
    end: () => void child.kill(),
    ended: once(child, 'exit'),
  };
}

export const TOKEN = 'admin-token';

/**
 * Starts `tabplane serve` with an administrator's token.
 * @param program the command line of the built package by default
 */
export function startTabplane(folder, args = [], { program = join(root, 'dist/library/main.js'), ...options } = {}) {
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${TOKEN},admin,,"system:masters"\n`);
  const port = options.isSecure ? '--secure-port' : '--port';
  return startProgram(program, ['serve', port, '0', '--token-auth-file', tokens, ...args], options);
}

/** Starts a server that answers with the bytes of given answers, and does nothing else. */
export const startBareServer = (args = [], options = {}) =>
  startProgram(new URL('./bare-server.mjs', import.meta.url).pathname, args, options);
