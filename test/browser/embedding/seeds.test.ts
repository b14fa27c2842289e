import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { failure, openProjects, type ProjectGlobals, started } from './embedding.ts';

const seedOf = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;

describe('the seed of a cluster in a worker', () => {
  const projects = openProjects();

  /** Returns how the seed was handled, and the names of the config maps. */
  const content = async (page: Page): Promise<readonly [string, string[]]> => {
    await started(page);
    return page.evaluate(async () => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
      const { items } = await cluster.client.list(address);
      const names = items.map(({ metadata: { name = '' } }) => name).filter((name) => name !== 'kube-root-ca.crt');
      return [cluster.seeded, names] as const;
    });
  };

  it.each([
    ['keeps the stored data and says so on the console by default', {}, 'kept', 'first'],
    ["keeps the stored data with onSeedChange 'keep'", { onSeedChange: 'keep' }, 'kept', 'first'],
    ["replaces the stored data with onSeedChange 'reset'", { onSeedChange: 'reset' }, 'reset', 'second'],
  ])('%s when it changes between two loads of the page', async (_, options, seeded, name) => {
    const { page, host } = await projects.open({ seed: seedOf('first') });
    expect(await content(page)).toEqual(['loaded', ['first']]);
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.goto(host.page({ seed: seedOf('second'), ...options }));
    expect(await content(page)).toEqual([seeded, [name]]);
    const told = messages.filter((message) => message.includes('the seed has changed since it was loaded'));
    expect(told).toHaveLength(seeded === 'kept' ? 1 : 0);
    await page.reload();
    expect(await content(page)).toEqual([seeded === 'kept' ? 'kept' : 'unchanged', [name]]);
  });

  it('is loaded again after the cluster was destroyed, whose paths belong to the host until then', async () => {
    const { page } = await projects.open({ seed: seedOf('first') });
    await started(page);
    const ended = await page.evaluate(async () => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      await cluster.load('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: later }');
      const before = (await indexedDB.databases()).map(({ name }) => name);
      await cluster.destroy();
      const after = (await indexedDB.databases()).map(({ name }) => name);
      const message = await cluster.fetch('/api').then(
        () => 'answered',
        (error: Error) => error.message,
      );
      const { headers } = await fetch('/api');
      return { deleted: before.length - after.length, message, answeredBy: headers.get('x-tabplane') };
    });
    expect(ended).toMatchObject({ message: 'The cluster "default" is closed.', answeredBy: null });
    expect(ended.deleted).toBeGreaterThan(0);
    await page.reload();
    expect(await content(page)).toEqual(['loaded', ['first']]);
  });

  it('is not loaded when an option is unknown, and the error names the option', async () => {
    const { page } = await projects.open();
    const options = { seed: seedOf('first'), onSeedChanged: 'reset' };
    expect(await failure(page, options)).toContain('there is no option "onSeedChanged"; the options are name,');
    expect(await failure(page, { onSeedChange: 'merge' })).toContain('onSeedChange');
    const registrations = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(registrations).toBe(0);
    expect(await failure(page, { seed: seedOf('first') })).toBe('started');
  });
});
