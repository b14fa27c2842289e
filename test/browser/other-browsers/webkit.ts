import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../docs/free-port.ts';
import { type DrivenBrowser, resultOf, retry, scriptOf, TIMEOUTS } from './driven-browser.ts';

/** The executables of WebKitGTK's browser. */
export interface WebKitPaths {
  readonly driver: string;
  readonly miniBrowser: string;
  /** A virtual display, which the browser requires. */
  readonly display: string;
}

/** Opens WebKitGTK's MiniBrowser on a separate display. Tests drive it by WebDriver over HTTP. */
export async function openWebKit({ driver, miniBrowser, display }: WebKitPaths): Promise<DrivenBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'tabplane-webkit-'));
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const processes = [screen];
  const close = async (): Promise<void> => {
    for (const process of processes.toReversed()) {
      const exited = once(process, 'exit');
      if (process.kill()) await exited;
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
    const port = await freePort();
    const environment = {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
    };
    processes.push(spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: environment }));
    const send = async (path: string, body: object = {}, method = 'POST') => {
      const init = method === 'DELETE' ? { method } : { method, body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
      const { value } = (await response.json()) as { value: Answer };
      if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    const options = { binary: miniBrowser, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await retry(() => send('', { capabilities }));
    await send(`/${sessionId}/timeouts`, TIMEOUTS);
    return {
      goto: async (url) => void (await send(`/${sessionId}/url`, { url })),
      run: async (work, ...args) =>
        resultOf(await send(`/${sessionId}/execute/async`, { script: scriptOf(work), args })),
      async close() {
        await send(`/${sessionId}`, {}, 'DELETE');
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command has its own answer
type Answer = any;
