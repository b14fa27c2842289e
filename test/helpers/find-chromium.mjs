/** Finds Chromium for the browser tests, or installs Debian's package if possible. */
import { existsSync } from 'node:fs';
import { installPackages } from './install-packages.mjs';

/** Chromium without its windows and menus. Tests take less time in it, and pages behave in the same way. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const USUAL_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of the browser's executable. @throws when no browser is found */
export function findChromium() {
  const found = [process.env.CHROMIUM_PATH, ...USUAL_PLACES].find((path) => path && existsSync(path));
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium. Install it (on Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to its executable.',
  );
}

/** Installs the headless shell if it is missing, no other browser was chosen, and packages can be installed. */
export function installChromium() {
  if (!process.env.CHROMIUM_PATH && !existsSync(HEADLESS_SHELL)) installPackages(['chromium-headless-shell']);
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
