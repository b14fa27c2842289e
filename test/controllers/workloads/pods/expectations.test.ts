import { expect, test } from 'vitest';
import { Expectations } from '../../../../src/controllers/workloads/pods/expectations.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

test('A controller waits until it has observed all of its creations and deletions', () => {
  const expectations = new Expectations(new ManualClock());
  expect(expectations.areMet('rs')).toBe(true);
  expectations.expect('rs', 2);
  expectations.creationObserved('rs');
  expect(expectations.areMet('rs')).toBe(false);
  expectations.creationObserved('rs');
  expect(expectations.areMet('rs')).toBe(true);
  expectations.expect('rs', 0, ['a', 'b']);
  expectations.deletionObserved('rs', 'a');
  expectations.deletionObserved('rs', 'a');
  expect(expectations.areMet('rs')).toBe(false);
  expectations.deletionObserved('rs', 'b');
  expect(expectations.areMet('rs')).toBe(true);
});

test('An expectation whose event was lost ends after five minutes', async () => {
  const clock = new ManualClock();
  const expectations = new Expectations(clock);
  expectations.expect('rs', 1);
  await clock.advance(300_000);
  expect(expectations.areMet('rs')).toBe(false);
  await clock.advance(1);
  expect(expectations.areMet('rs')).toBe(true);
});
