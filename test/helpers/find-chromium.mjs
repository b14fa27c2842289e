/** Finds Chromium for the browser tests, or installs Debian's package if possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const present = () => [process.env.CHROMIUM_PATH, ...USUAL_PLACES].find((path) => path && existsSync(path));

/** Returns the path of the browser's executable. @throws when no browser is found and none can be installed */
export function findChromium() {
  const found = present();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('No browser found: installing the chromium package …');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'inherit', env: environment });
    spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env: environment,
    });
    const installed = present();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM_PATH to its executable.',
  );
}

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
