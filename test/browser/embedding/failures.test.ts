import { describe, expect, it } from 'vitest';
import { failure, openProjects } from './embedding.ts';

const INIT = 'Run "npx tabplane init public/", where public/ is the folder of your static files.';

describe('a cluster that cannot start', () => {
  const projects = openProjects();

  it('names the missing worker', async () => {
    const { page } = await projects.open(undefined, (host) => {
      host.hasWorker = false;
    });
    expect(await failure(page)).toBe(`There is no worker at /tabplane-worker.js (status 404). ${INIT}`);
  });

  it('detects a page that the host sends instead of the worker', async () => {
    const { page } = await projects.open(undefined, (host) => {
      Object.assign(host, { hasWorker: false, answersEverything: true });
    });
    expect(await failure(page)).toBe(
      'The host answers /tabplane-worker.js with text/html instead of a script, as hosts do for addresses that they do ' +
        `not know. ${INIT}`,
    );
  });

  it('names the pages that a worker controls', async () => {
    const { page } = await projects.open();
    expect(await failure(page, { worker: '/elsewhere/tabplane-worker.js' })).toBe(
      'The worker /elsewhere/tabplane-worker.js controls only pages below /elsewhere/, and this page is /. ' +
        'Put the worker into a folder above the page, and name it: startCluster({ worker: "/tabplane-worker.js" })',
    );
  });

  it('explains why a browser has no service workers', async () => {
    const { page } = await projects.open();
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    expect(await failure(page)).toContain('Service workers are not available in this browser.');
    await page.evaluate(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
    expect(await failure(page)).toContain('Service workers need a secure address');
  });

  it.each([
    [{ flags: { 'no-such-flag': 'x' } }, 'no-such-flag'],
    [{ controllers: 'nonsense' }, '"nonsense" is not in the list of known controllers'],
    [{ seed: 'apiVersion: v1\nkind: Nonsense\nmetadata: { name: x }' }, 'no matches for kind "Nonsense"'],
    [{ prefix: 'k8s' }, 'The prefix "k8s" is not a path such as /k8s/clusters/a.'],
  ])('reports invalid options %j', async (options, message) => {
    const { page } = await projects.open();
    expect(await failure(page, options)).toContain(message);
  });

  it('starts once the options are valid', async () => {
    const { page } = await projects.open();
    await failure(page, { seed: 'apiVersion: v1\nkind: Nonsense\nmetadata: { name: x }' });
    expect(await failure(page, {})).toBe('started');
  });
});
