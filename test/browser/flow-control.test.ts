import { expect, it } from 'vitest';
import { flipSwitch, visitApp } from './browser.ts';

const visit = visitApp({ hasSample: false });

const cell = (table: string, row: string, column: string) =>
  visit.page
    .getByRole('grid', { name: table })
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .locator(`[data-label="${column}"]`);

const milliseconds = async (tenant: string): Promise<number> =>
  Number.parseFloat((await cell('Tenants', tenant, 'Median time').textContent()) ?? '');

it('shows how priority and fairness protects a quiet tenant from a noisy one', async () => {
  const { page, url, problems } = visit;
  await page.goto(`${url}/flow-control`);
  await cell('Priority levels', 'global-default', 'Own seats').getByText('49').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();

  // The level has 3 seats, and the quiet tenant's only request gets one of them immediately.
  await cell('Priority levels', 'tenants', 'Seats in use').getByText('of 3').waitFor();
  await expect.poll(async () => (await milliseconds('noisy')) > 2 * (await milliseconds('quiet'))).toBe(true);

  // As one flow, both tenants wait in the same queues.
  await flipSwitch(page, /flow of its own/);
  await expect.poll(async () => (await milliseconds('quiet')) > (await milliseconds('noisy')) / 2).toBe(true);

  await page.getByRole('button', { name: 'Stop' }).click();
  await cell('Tenants', 'quiet', 'Median time').getByText('–').waitFor();
  expect(problems).toEqual([]);
});
