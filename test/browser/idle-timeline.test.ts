import type { CDPSession } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

/** The largest number of events that the timeline keeps. */
const EVENTS = 5000;
/** Each object is created and deleted. */
const OBJECTS = EVENTS / 2;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
/** Milliseconds for which a page is measured. */
const MEASURED = 8000;

describe('a timeline of five thousand events in which nothing happens', () => {
  const visit = visitApp({ hasSample: false, flags: { controllers: 'false' } });
  let session: CDPSession;

  beforeAll(async () => {
    session = await visit.context.newCDPSession(visit.page);
    // Time on the processor, which other programs on the machine do not add to.
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await session.send('Performance.enable');
  });

  /** Returns the processor time of the page's tasks in a while, in seconds. */
  async function idleTime(): Promise<number> {
    const spent = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    };
    // Work after the navigation has ended when a second passes almost without any.
    const isIdle = async (): Promise<boolean> => {
      const before = await spent();
      await visit.page.waitForTimeout(1000);
      return (await spent()) - before < 0.3;
    };
    await expect.poll(isIdle).toBe(true);
    const before = await spent();
    await visit.page.waitForTimeout(MEASURED);
    return (await spent()) - before;
  }

  it('takes at most twice the processor time of a timeline of a few events', async () => {
    await visit.page.goto(`${visit.url}/timeline?range=all`);
    await visit.page.getByText('Connected').first().waitFor();
    await askCluster(visit.page, CONFIG_MAPS, { method: 'POST', body: JSON.stringify({ metadata: { name: 'only' } }) });
    await visit.page.getByRole('option').filter({ hasText: 'default/only' }).waitFor();
    const ofFew = await idleTime();

    await visit.page.evaluate(
      async ([path, count]) => {
        const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': 'application/json' };
        const create = (index: number) =>
          fetch(path, { method: 'POST', headers, body: JSON.stringify({ metadata: { name: `object-${index}` } }) });
        for (let index = 0; index < count; index += 100)
          await Promise.all(Array.from({ length: 100 }, (_, offset) => create(index + offset)));
        await fetch(path, { method: 'DELETE', headers });
      },
      [CONFIG_MAPS, OBJECTS] as const,
    );
    await visit.page.getByText(`${EVENTS.toLocaleString('en')} events`, { exact: true }).waitFor();
    const ofMany = await idleTime();
    // One percent of a processor is below what can be measured.
    expect(ofMany).toBeLessThan(2 * ofFew + (MEASURED / 1000) * 0.01);
  });
});
