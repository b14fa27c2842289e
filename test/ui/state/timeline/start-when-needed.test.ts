import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startWhenNeeded } from '../../../../src/ui/state/timeline/start-when-needed.ts';
import { createTimelineStore, type TimelineStore } from '../../../../src/ui/state/timeline/timeline-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

let clock: ManualClock;
let store: TimelineStore;
const start = vi.fn(() => () => undefined);

beforeEach(() => {
  clock = new ManualClock();
  store = createTimelineStore();
  start.mockClear();
});

describe('the timeline of a page', () => {
  it('starts ten seconds after the page when no view follows it', async () => {
    startWhenNeeded({ store, start }, clock);
    await clock.advance(9999);
    expect(start).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(start).toHaveBeenCalledOnce();
    store.subscribe(() => undefined);
    expect(start).toHaveBeenCalledOnce();
  });

  it('starts when a view follows it, once', async () => {
    startWhenNeeded({ store, start }, clock);
    const leave = store.subscribe(() => undefined);
    expect(start).toHaveBeenCalledOnce();
    leave();
    store.subscribe(() => undefined);
    await clock.advance(10_000);
    expect(start).toHaveBeenCalledOnce();
  });

  it('starts at once when a view follows it already', () => {
    store.subscribe(() => undefined);
    startWhenNeeded({ store, start }, clock);
    expect(start).toHaveBeenCalledOnce();
    expect(clock.waiting).toBe(0);
  });
});
