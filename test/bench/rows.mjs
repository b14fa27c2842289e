/**
 * Measures how smoothly a list of 10,000 pods opens, is filtered and sorted, and follows fifty changes a second of rows in
 * sight, and how soon the dialog shows what the deletion of a pod takes with it. Run by `npm run bench`, or alone:
 * `node test/bench/rows.mjs [PODS]`.
 */
import { build } from '../../src/scripts/build.mjs';
import { flat, pause, withMeasuredPage } from './page-frames.mjs';

const PODS = '/api/v1/namespaces/default/pods';
const CHANGES_PER_SECOND = 50;
const CHANGING_SECONDS = 5;
/** Milliseconds between the keys of a fast typist. */
const TYPING_DELAY = 120;
/** Milliseconds after an action in which its frames are still measured. */
const AFTERMATH = 500;

/** In the page: creates pods that the scheduler leaves alone, 50 at a time. */
async function createPods({ path, count }) {
  const headers = { authorization: 'Bearer tabplane-admin', 'content-type': 'application/json' };
  let next = 0;
  const work = async () => {
    while (next < count) {
      const number = next++;
      const body = JSON.stringify({
        metadata: { name: `web-${String(number).padStart(5, '0')}`, labels: { app: `app-${number % 100}` } },
        spec: { schedulingGates: [{ name: 'example.com/bench' }], containers: [{ name: 'web', image: 'nginx:1.25' }] },
      });
      const { status } = await fetch(path, { method: 'POST', headers, body });
      if (status !== 201) throw new Error(`a pod was answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 50 }, work));
}

/** In the page: changes a cell of each of the first pods in turn, at an even rate. Returns the number of changes. */
async function changePods({ path, perSecond, seconds }) {
  const headers = { authorization: 'Bearer tabplane-admin', 'content-type': 'application/merge-patch+json' };
  const changes = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    while (changes.length < ((performance.now() - began) / 1000) * perSecond) {
      const name = `web-${String(changes.length % 25).padStart(5, '0')}`;
      const restartCount = Math.floor(changes.length / 25) + 1;
      const status = {
        phase: 'Running',
        containerStatuses: [{ name: 'web', image: '', imageID: '', ready: true, restartCount }],
      };
      const change = fetch(`${path}/${name}/status`, { method: 'PATCH', headers, body: JSON.stringify({ status }) });
      changes.push(change.then((response) => response.arrayBuffer()));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(changes);
  return changes.length;
}

/** Returns the frames of a page by event, and the milliseconds until the deletion dialog shows the effect of a deletion. */
export async function measureRows(count) {
  return withMeasuredPage(async ({ page, url, ask, during }) => {
    await page.evaluate(createPods, { path: PODS, count });
    const grid = page.getByRole('grid', { name: 'Pod' });
    const list = page.getByRole('link', { name: 'Pods', exact: true }).first();
    const filter = page.getByRole('textbox', { name: 'Filter by any text' });
    const header = (name) => grid.getByRole('columnheader', { name }).getByRole('button');
    const has = (rows) =>
      page.waitForFunction((text) => document.querySelector('[role=grid]')?.ariaRowCount === text, String(rows + 1));
    await page.goto(`${url}/?namespace=default`);
    await list.waitFor();
    await pause(2000);
    const measured = {};
    measured.opening = await during(async () => {
      await list.click();
      await has(count);
      // The frames of a whole second are counted.
      await pause(1000);
    });
    measured.filtering = await during(async () => {
      await filter.pressSequentially('web-001', { delay: TYPING_DELAY });
      await has(Math.min(count, 100));
      for (let step = 0; step < 7; step++) await filter.press('Backspace', { delay: TYPING_DELAY });
      await has(count);
      await pause(AFTERMATH);
    });
    measured.sorting = await during(async () => {
      for (const name of ['Name', 'Status', 'Restarts', 'Age', 'Name']) {
        await header(name).click();
        await pause(AFTERMATH);
      }
    });
    await page.goto(`${url}/objects/core/v1/pods?namespace=default`);
    await has(count);
    await pause(2000);
    let changes = 0;
    measured['fifty changes a second'] = await during(async () => {
      changes = await page.evaluate(changePods, {
        path: PODS,
        perSecond: CHANGES_PER_SECOND,
        seconds: CHANGING_SECONDS,
      });
    });
    await ask('POST', PODS, {
      metadata: { name: 'alone' },
      spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] },
    });
    await page.goto(`${url}/objects/core/v1/pods/default/alone`);
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await pause(2000);
    let deletion = 0;
    measured['asking what a deletion takes'] = await during(async () => {
      const began = performance.now();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByText('Loading the effect of the deletion').waitFor({ state: 'detached' });
      deletion = performance.now() - began;
      // The frames of a whole second are counted.
      await pause(1000);
    });
    return { measured, changes, deletion };
  });
}

if (process.argv[1] === import.meta.filename) {
  const [pods = 10_000] = process.argv.slice(2).map(Number);
  await build();
  const { measured, changes, deletion } = await measureRows(pods);
  console.table(flat(measured));
  console.log(`${changes} changes; effect of a deletion after ${Math.round(deletion)} ms`);
}
