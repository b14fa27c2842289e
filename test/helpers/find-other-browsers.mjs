/** Finds Firefox ESR and WebKitGTK's MiniBrowser for the tests in other browsers, or installs Debian's packages if possible. */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from './install-packages.mjs';

/** The folder below which Debian's packages install MiniBrowser, by architecture and version. */
const LIBRARIES = '/usr/lib';

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Returns the path of MiniBrowser, which is not on the search path. */
function findMiniBrowser() {
  const foldersIn = (folder, pattern) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => pattern.test(name))
          .map((name) => join(folder, name))
      : [];
  return foldersIn(LIBRARIES, /-linux-gnu$/)
    .flatMap((folder) => foldersIn(folder, /^webkit(2?gtk)/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
}

/** The executables of each browser, and the Debian packages that contain them. */
const BROWSERS = [
  { name: 'Firefox', packages: ['firefox-esr'], find: () => ({ firefox: onPath('firefox-esr') ?? onPath('firefox') }) },
  {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: () => ({ driver: onPath('WebKitWebDriver'), miniBrowser: findMiniBrowser(), display: onPath('Xvfb') }),
  },
];

/** Returns the browsers with the paths of their executables; undefined for missing browsers. */
export const findOtherBrowsers = () =>
  BROWSERS.map(({ name, packages, find }) => {
    const paths = find();
    return { name, packages, paths: Object.values(paths).every(Boolean) ? paths : undefined };
  });

/** Installs missing browsers if possible, and writes a line for each browser that is still missing. */
export function installOtherBrowsers() {
  const missing = findOtherBrowsers().filter(({ paths }) => !paths);
  installPackages(missing.flatMap(({ packages }) => packages));
  for (const line of absentBrowsers(findOtherBrowsers())) console.log(line);
}

/** Returns a line for each missing browser, with instructions. */
export const absentBrowsers = (browsers) =>
  browsers
    .filter(({ paths }) => !paths)
    .map(({ name, packages }) => `Skipped: the app in ${name}. Install ${packages.join(' and ')} to run it.`);
