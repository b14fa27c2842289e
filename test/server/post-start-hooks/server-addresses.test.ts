import { describe, expect, it } from 'vitest';
import { ServerAddresses } from '../../../src/server/post-start-hooks/own-objects/server-addresses.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

describe('the addresses of servers', () => {
  it('are those that were renewed in the last 15 seconds, regardless of clock skew', async () => {
    const storage = await createMemoryStorage();
    const [clock, otherClock] = [new ManualClock(), new ManualClock()];
    otherClock.suspend(1_000_000);
    const [own, other] = [
      new ServerAddresses(storage, clock, '10.0.0.2'),
      new ServerAddresses(storage, otherClock, '10.0.0.1'),
    ];
    await own.renew();
    await other.renew();
    expect(await own.current()).toEqual(['10.0.0.1', '10.0.0.2']);
    clock.suspend(14_000);
    expect(await own.current()).toEqual(['10.0.0.1', '10.0.0.2']);
    await other.renew();
    expect(await own.current()).toEqual(['10.0.0.1', '10.0.0.2']);
    clock.suspend(16_000);
    expect(await own.current()).toEqual(['10.0.0.2']);
    await other.renew();
    expect(await other.current()).toEqual(['10.0.0.1', '10.0.0.2']);
    expect(await own.current()).toEqual(['10.0.0.1', '10.0.0.2']);
  });

  it('exclude one that was removed', async () => {
    const storage = await createMemoryStorage();
    const clock = new ManualClock();
    const [own, other] = [
      new ServerAddresses(storage, clock, '10.0.0.1'),
      new ServerAddresses(storage, clock, '10.0.0.2'),
    ];
    await own.renew();
    await other.renew();
    await other.remove();
    await other.remove();
    expect(await own.current()).toEqual(['10.0.0.1']);
  });
});
