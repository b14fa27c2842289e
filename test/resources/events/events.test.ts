import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Event } from '../../../src/api/kinds/core-v1.generated.ts';
import { events } from '../../../src/resources/events/events.ts';
import { createErrors, rowOf, updateErrors } from '../run-strategy.ts';

const stored = {
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: 'one', namespace: 'shop' },
  involvedObject: { kind: 'Pod', name: 'till', namespace: 'shop' },
  eventTime: '2026-01-01T11:50:00.000000Z',
  reportingComponent: 'example.com/clerk',
  reportingInstance: 'clerk-1',
  action: 'Opening',
  reason: 'Opened',
  message: 'the shop is open',
  type: 'Normal',
  source: {},
} satisfies Event;

describe('an event of the events group', () => {
  it('is stored as a core event with other field names', () => {
    const conversion = events.conversions?.v1;
    const served = conversion?.fromStorage(stored, kubernetesDialect);
    expect(served).toMatchObject({ regarding: stored.involvedObject, note: stored.message, deprecatedSource: {} });
    expect(served && conversion?.toStorage(served, kubernetesDialect)).toEqual(stored);
  });

  it('requires a time, and cannot set deprecated fields', async () => {
    expect(await createErrors(events, stored)).toEqual([]);
    expect(await createErrors(events, { ...stored, eventTime: undefined, count: 2 })).toEqual([
      'eventTime: Required value',
      'count: Invalid value: "": needs to be unset',
    ]);
  });

  it('has the errors of its metadata after those of its report', async () => {
    const metadata = { ...stored.metadata, finalizers: ['plain'] };
    expect(await createErrors(events, { ...stored, metadata, reason: '', type: 'Odd' })).toEqual([
      'reason: Required value',
      'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
      'type: Invalid value: "": has invalid value: Odd',
    ]);
  });

  it('has length limits in bytes', async () => {
    expect(await createErrors(events, { ...stored, action: 'é'.repeat(65), message: 'é'.repeat(513) })).toEqual([
      'action: Invalid value: "": can have at most 128 characters',
      'message: Invalid value: "": can have at most 1024 characters',
    ]);
  });

  it('can only change its series', async () => {
    const series = { count: 3, lastObservedTime: '2026-01-01T11:59:00.000000Z' };
    expect(await updateErrors(events, stored, { series })).toEqual([]);
    expect(await updateErrors(events, stored, { message: 'closed' })).toEqual([
      'message: Invalid value: "closed": field is immutable',
    ]);
  });

  it('has the error of a changed reason twice, at the places where the real server reports it', async () => {
    const reason = 'reason: Invalid value: "Closed": field is immutable';
    expect(
      await updateErrors(events, stored, { reason: 'Closed', message: 'closed', count: 1, type: 'Warning' }),
    ).toEqual([
      reason,
      'message: Invalid value: "closed": field is immutable',
      'count: Invalid value: 1: field is immutable',
      reason,
      'type: Invalid value: "Warning": field is immutable',
    ]);
  });

  it('shows its series', () => {
    const series = { count: 3, lastObservedTime: '2026-01-01T11:59:00.000000Z' };
    expect(rowOf(events, { ...stored, series })).toMatchObject({
      'Last Seen': '60s',
      'First Seen': '10m',
      Object: 'pod/till',
      Source: 'example.com/clerk, clerk-1',
      Count: 3,
    });
  });
});
