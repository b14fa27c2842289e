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

/** The number of updates of the page so far that rendered a row of the timeline. */
declare const rowUpdates: number;

/** In the page, before React starts: counts in `rowUpdates`, as React's developer tools do. */
function countRowUpdates(): void {
  interface Fiber {
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly alternate: Fiber | null;
    readonly flags: number;
    readonly stateNode: unknown;
  }
  /** The flag of a component that was called in this update. */
  const PERFORMED_WORK = 1;
  const elementOf = (fiber: Fiber | null): Element | undefined =>
    fiber?.stateNode instanceof Element ? fiber.stateNode : fiber ? elementOf(fiber.child) : undefined;
  const isRenderedRow = (fiber: Fiber): boolean =>
    (fiber.flags & PERFORMED_WORK) > 0 && Boolean(elementOf(fiber)?.closest('.tp-lanes-all > *'));
  const hasRenderedRow = (fiber: Fiber | null): boolean => {
    if (!fiber) return false;
    // A component that was not rendered shares its children with its former version.
    const isUnchanged = fiber.alternate !== null && fiber.child === fiber.alternate.child;
    return isRenderedRow(fiber) || (!isUnchanged && hasRenderedRow(fiber.child)) || hasRenderedRow(fiber.sibling);
  };
  const counted = globalThis as unknown as { rowUpdates: number; __REACT_DEVTOOLS_GLOBAL_HOOK__: object };
  counted.rowUpdates = 0;
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot(_: number, { current }: { readonly current: Fiber }) {
      if (hasRenderedRow(current)) counted.rowUpdates += 1;
    },
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
}

describe('a timeline of a month in which nothing happens', () => {
  const visit = visitApp({ hasSample: false, flags: { controllers: 'false' } });
  const updates = () => visit.page.evaluate(() => rowUpdates);
  const create = async (name: string) => {
    await askCluster(visit.page, CONFIG_MAPS, { method: 'POST', body: JSON.stringify({ metadata: { name } }) });
    await visit.page
      .getByRole('option')
      .filter({ hasText: `default/${name}` })
      .waitFor();
  };

  it('does not render its rows again', async () => {
    await visit.context.addInitScript(countRowUpdates);
    await visit.page.goto(`${visit.url}/timeline?range=720h`);
    await visit.page.getByText('Connected').first().waitFor();
    await create('first');
    const before = await updates();
    await create('second');
    expect(await updates()).toBeGreaterThan(before);
    // The request of the last event becomes known after the event.
    await visit.page.waitForTimeout(2000);
    const atRest = await updates();
    await visit.page.waitForTimeout(MEASURED);
    // A pixel of the axis is half an hour, so that it moves once at most.
    expect((await updates()) - atRest).toBeLessThanOrEqual(2);
  });
});
