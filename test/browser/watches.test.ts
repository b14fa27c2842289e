import { expect, it } from 'vitest';
import { openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const visit = visitApp({ hasSample: false });
const pane = (number: number) => visit.page.getByRole('region', { name: `Watch ${number}` });
const stream = (number: number) => visit.page.getByRole('listbox', { name: `Stream of Watch ${number}` });
const press = (name: string | RegExp, number?: number) =>
  (number === undefined ? visit.page : pane(number)).getByRole('button', { name }).click();

it('shows side by side why a client lists before it watches', async () => {
  await openInApp(visit.page, '/watches?namespace=default');
  await press('Write object');
  await visit.page.getByText('Wrote 1 ConfigMap in default.').waitFor();
  for (const number of [1, 2]) await press('Start', number);
  await stream(1).getByRole('option', { name: /^LIST/ }).waitFor();
  await stream(2)
    .getByRole('option', { name: /^ADDED default\/watch-lab-1/ })
    .getByText('the stream does not tell which')
    .waitFor();
  await press('Write object');
  for (const number of [1, 2]) {
    await stream(number)
      .getByRole('option', { name: /^ADDED default\/watch-lab-2/ })
      .waitFor();
    await pane(number).getByText('Same as the cluster').waitFor();
  }
});

it('shows the raw text of a selected event', async () => {
  await stream(1)
    .getByRole('option', { name: /^ADDED/ })
    .click();
  await pane(1).getByLabel('Received by Watch 1').getByText('"type": "ADDED"').waitFor();
  await visit.page.keyboard.press('Escape');
});

it('loses the changes of a disconnection when the history is compacted, until it lists again', async () => {
  await press('Disconnect', 1);
  await press('Delete written objects');
  await pane(1).getByText('2 deleted in the cluster').waitFor();
  await press('Compact history now');
  await visit.page.getByText(/^The history up to version \d+ is gone/).waitFor();
  await press(/^Resume from/, 1);
  await stream(1)
    .getByRole('option', { name: /^ERROR too old resource version/ })
    .waitFor();
  await press('Start again', 1);
  await pane(1).getByText('Same as the cluster').waitFor();
});

it('renders only the lines in sight during a flood', async () => {
  await press(/^Flood/);
  await visit.page.getByText('Wrote ConfigMaps in default 200 times.').waitFor({ timeout: 60_000 });
  await pane(1).getByText('Same as the cluster').waitFor();
  expect(await stream(1).getByRole('option').count()).toBeLessThan(40);
  expect(await seriousViolations(visit.page)).toEqual([]);
});

it('adds a watch with a streaming list and a selector', async () => {
  await press('Add watch');
  await pane(3).getByLabel('Start', { exact: true }).selectOption('Streaming list');
  await pane(3).getByLabel('Label selector').fill('parity=even');
  await press('Start', 3);
  await stream(3)
    .getByRole('option', { name: /^BOOKMARK/ })
    .getByText('The initial state is complete')
    .waitFor();
  await press('Remove Watch 3', 3);
  await pane(3).waitFor({ state: 'detached' });
  // The 410 is an event of a watch, whose response has the code 200.
  expect(visit.problems).toEqual([]);
});
