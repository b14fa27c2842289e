import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { visitApp, writeInEditor } from './browser.ts';

/** Longest time from the start page to the tree of an apply, in seconds. */
const LONGEST = 120;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('## Five things to try'), readme.indexOf('**Ask why.**'));
/** The controls that the first things name, in order. */
const controls = [...section.matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(([, name = '']) => name);
const manifest = (/```yaml\n(.*?)```/s.exec(section)?.[1] ?? '').replaceAll(/^ {3}/gm, '');

const visit = visitApp({ hasSample: false });

it(`reaches the first watch event and the tree of an apply by the steps of README within ${LONGEST} seconds`, async () => {
  const { page } = visit;
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const steps = [...controls];
  /** Clicks the control that README names next. */
  const choose = async (role: 'button' | 'link') =>
    page
      .getByRole(role, { name: steps.shift() ?? 'a further step of README', exact: true })
      .first()
      .click();

  await page.goto(visit.url);
  await choose('button');
  await page.getByRole('link', { name: 'greeting' }).waitFor();
  await choose('link');
  await choose('button');
  const stream = page.getByRole('listbox', { name: 'Stream of Watch 1' });
  await stream.getByRole('option', { name: /^LIST/ }).waitFor();
  await choose('button');
  await stream.getByRole('option', { name: /^ADDED/ }).waitFor();
  const toEvent = seconds();

  await choose('link');
  await writeInEditor(page, 'YAML', manifest);
  await choose('button');
  await choose('link');
  const tree = page.getByRole('list', { name: 'Followed change' });
  for (const step of [
    /created ReplicaSet web-/,
    /created Pod web-/,
    /bound Pod web-/,
    /updated the status of Pod web-/,
    /updated the status of Deployment web/,
  ])
    await tree.locator('.tp-follow-text').filter({ hasText: step }).first().waitFor();
  console.info(
    `README: first watch event after ${toEvent.toFixed(1)} s, tree of an apply after ${seconds().toFixed(1)} s`,
  );
  expect(steps).toEqual([]);
  expect(seconds()).toBeLessThan(LONGEST);
});

it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
