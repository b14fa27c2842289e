import { describe, expect, it } from 'vitest';
import { widgetDefinition } from '../helpers/widget-definition.ts';
import { askCluster, collectProblems, defineCustomResources, visitApp } from './browser.ts';

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const WIDGET = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'compacted' } };
const HISTORY = '/objects/example.com/v1/widgets/default/compacted?tab=history';

/** The history of a custom resource of which the server retains two seconds. The tests run on one page and in this order. */
describe('the history of a custom resource after compaction', () => {
  const visit = visitApp({ hasSample: false, flags: { 'event-history-seconds': '2' } });
  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const resize = (size: number) =>
    ask(`${WIDGETS}/compacted`, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ metadata: { labels: { size: String(size) } } }),
    });
  const text = () => visit.page.locator('main').textContent();
  /** Waits until the server no longer retains a revision. */
  const compaction = (revision: unknown) =>
    expect
      .poll(async () => {
        const query = `resourceVersion=${String(revision)}&resourceVersionMatch=Exact`;
        return (await ask(`${WIDGETS}?${query}`)).httpStatus;
      })
      .toBe(410);
  const revisionOf = ({ metadata }: Record<string, unknown>): unknown =>
    (metadata as { resourceVersion?: string }).resourceVersion;

  it('has revisions that the server no longer retains', async () => {
    await visit.page.getByText('Connected').first().waitFor();
    await defineCustomResources(visit.page, widgetDefinition());
    const created = await ask(WIDGETS, { method: 'POST', body: JSON.stringify(WIDGET) });
    expect(created.httpStatus).toBe(201);
    const first = await resize(2);
    await resize(3);
    await compaction(revisionOf(first));
  });

  it('opens without an error in a new tab, and shows changes from then on', async () => {
    const page = await visit.context.newPage();
    const problems = collectProblems(page);
    await page.goto(visit.url + HISTORY);
    // The requests that changed the object are still known, and its states are not.
    const lost = page
      .getByRole('listitem')
      .filter({ hasText: 'The server no longer retains this version of the object.' });
    await lost.filter({ hasText: 'Created' }).waitFor();
    const changed = await resize(4);
    await page
      .getByRole('listitem')
      .filter({ hasText: `revision ${String(revisionOf(changed))}` })
      .filter({ hasText: 'metadata.labels.size' })
      .waitFor();
    expect(await page.locator('main').textContent()).not.toContain('Retrying');
    expect(problems).toEqual([]);
    await page.close();
  });

  it('keeps recorded changes over a reload when the server no longer retains them', async () => {
    await visit.page.goto(visit.url + HISTORY);
    const changed = await resize(5);
    const entry = visit.page.getByRole('listitem').filter({ hasText: `revision ${String(revisionOf(changed))}` });
    await entry.waitFor();
    await resize(6);
    await compaction(revisionOf(changed));
    await visit.page.reload();
    await entry.waitFor();
    expect(await text()).not.toContain('Retrying');
  });

  it('does not repeat the requests for what was compacted', async () => {
    const requests: string[] = [];
    visit.page.on('request', (request) => {
      if (request.url().includes('example.com')) requests.push(request.url());
    });
    await visit.page.reload();
    await visit.page.getByRole('listitem').filter({ hasText: 'Changed' }).first().waitFor();
    // A failed attempt is retried after a second at most.
    await visit.page.waitForTimeout(5000);
    const expired = requests.filter((url) => url.includes('resourceVersion=1&'));
    expect(expired.length).toBeLessThanOrEqual(1);
  });

  it('counts as recorded in the timeline', async () => {
    await visit.page.goto(`${visit.url}/timeline?filter=compacted`);
    await visit.page.getByRole('option').filter({ hasText: 'default/compacted' }).first().waitFor();
    const recording = visit.page.getByRole('button', { name: /^Recording \d+ kinds?/ });
    await recording.click();
    await expect.poll(() => visit.page.getByRole('dialog', { name: 'Recording' }).textContent()).toContain('Widgets');
    expect(await recording.textContent()).not.toContain('not recorded');
  });

  it('logs nothing on the console', () => {
    // The polls of this test itself receive 410.
    expect(visit.problems.filter((problem) => !problem.includes('status of 410'))).toEqual([]);
  });
});
