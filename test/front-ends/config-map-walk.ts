import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { FrontEndCluster } from './cluster.ts';
import type { Step } from './step.ts';

/** The context of a walk, available once its tests run. */
export interface Visit {
  readonly page: Page;
  readonly cluster: FrontEndCluster;
}

/** Waits until a page shows a text, and returns the text. */
export async function shown(read: () => Promise<string | null>, expected: string | RegExp): Promise<string> {
  let text = '';
  const check = async (): Promise<string> => {
    text = (await read()) ?? '';
    return text;
  };
  await expect.poll(check).toMatch(expected);
  return text.trim();
}

/** The steps on a page that lists ConfigMaps with a count each, and creates, counts and deletes them. */
export function walkConfigMaps(step: Step, visit: () => Visit): void {
  const rowOf = (name: string) => visit().page.getByRole('row').filter({ hasText: name });
  const row = async (name: string) => (await rowOf(name).getByRole('cell').allTextContents()).slice(0, 2).join(' ');
  const showsRow = (name: string, count: number) => shown(() => row(name), new RegExp(`^${name} ${count}$`));
  const isGone = async (name: string) => {
    await expect.poll(() => rowOf(name).count()).toBe(0);
    return `${name} is gone`;
  };
  const press = (name: string, button: string) => rowOf(name).getByRole('button', { name: button }).click();
  const create = async (name: string) => {
    await visit().page.getByRole('textbox', { name: 'Name' }).fill(name);
    await visit().page.getByRole('button', { name: 'Create' }).click();
  };

  step('list ConfigMaps', () => showsRow('first', 7));

  step('another user creates, changes and deletes one', async () => {
    const { send } = visit().cluster;
    const second = { metadata: { name: 'second' } };
    await send('POST', 'configmaps', { ...second, data: { count: '1' } });
    const created = await showsRow('second', 1);
    await send('PUT', 'configmaps/second', { ...second, data: { count: '2' } });
    const changed = await showsRow('second', 2);
    await send('DELETE', 'configmaps/second');
    return [created, changed, await isGone('second')].join('\n');
  });

  step('create, change and delete one', async () => {
    await create('mine');
    const created = await showsRow('mine', 0);
    await press('mine', 'Count');
    const changed = await showsRow('mine', 1);
    await press('mine', 'Delete');
    return [created, changed, await isGone('mine')].join('\n');
  });

  step('create one with an invalid name', async () => {
    await create('Not a name');
    const alert = await shown(() => visit().page.getByRole('alert').textContent(), 'ConfigMap "Not a name" is invalid');
    return alert.replace(/ must consist of .*/s, ' …');
  });
}
