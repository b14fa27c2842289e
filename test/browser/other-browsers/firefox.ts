import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../docs/free-port.ts';
import { type DrivenBrowser, resultOf, retry, scriptOf, TIMEOUTS } from './driven-browser.ts';

/**
 * Opens Firefox without a window. Tests drive it by Marionette, the protocol to which geckodriver translates WebDriver,
 * because Debian has no geckodriver for it.
 */
export async function openFirefox(executable: string): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tabplane-firefox-'));
  const port = await freePort();
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const flags = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote', '--profile', profile];
  const firefox = spawn(executable, flags, { stdio: 'ignore' });
  const exited = once(firefox, 'exit');
  const close = async (): Promise<void> => {
    firefox.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const marionette = await retry(() => Marionette.connect(port));
    await marionette.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
    await marionette.send('WebDriver:SetTimeouts', TIMEOUTS);
    const execute = async (script: string, args: readonly unknown[]) =>
      resultOf((await marionette.send('WebDriver:ExecuteAsyncScript', { script, args })).value);
    return {
      goto: async (url) => void (await marionette.send('WebDriver:Navigate', { url })),
      run: (work, ...given) => execute(scriptOf(work), given),
      async stopWorkers() {
        await marionette.send('Marionette:SetContext', { value: 'chrome' });
        try {
          return await execute(STOP_WORKERS, []);
        } finally {
          await marionette.send('Marionette:SetContext', { value: 'content' });
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the browser itself, not in a page. */
const STOP_WORKERS = `
  const done = arguments[arguments.length - 1];
  const manager = Cc['@mozilla.org/serviceworkers/manager;1'].getService(Ci.nsIServiceWorkerManager);
  const registrations = manager.getAllRegistrations();
  const stops = Array.from({ length: registrations.length }, (_, index) =>
    registrations.queryElementAt(index, Ci.nsIServiceWorkerRegistrationInfo).activeWorker?.terminateWorker(),
  );
  Promise.all(stops).then(() => done({ result: stops.length }), (error) => done({ error: String(error) }));`;

// biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
type Answer = any;
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A connection that sends commands as JSON with a length prefix, and receives answers with the number of the command. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #received = Buffer.alloc(0);
  #sent = 0;

  /** Resolves when the browser has sent its introduction. */
  static connect(port: number): Promise<Marionette> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').once('error', reject);
      const marionette = new Marionette(socket);
      marionette.#waiting.set(0, { resolve: () => resolve(marionette), reject });
    });
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      for (let message = this.#next(); message !== undefined; message = this.#next()) this.#receive(message);
    });
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has closed the connection'));
    });
  }

  send(name: string, parameters: object): Promise<Answer> {
    const id = ++this.#sent;
    const message = JSON.stringify([0, id, name, parameters]);
    this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #next(): Answer {
    const colon = this.#received.indexOf(':');
    const end = colon + 1 + Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
    if (colon < 0 || this.#received.length < end) return undefined;
    const message = JSON.parse(this.#received.subarray(colon + 1, end).toString());
    this.#received = this.#received.subarray(end);
    return message;
  }

  /** The introduction is an object and has no number. */
  #receive(message: Answer): void {
    const [, id, error, result] = Array.isArray(message) ? message : [1, 0, null, message];
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }
}
