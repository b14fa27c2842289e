import { expect, it } from 'vitest';
import { soakChromium } from '../soak/soak-chromium.ts';

it('A worker under a mixed load answers as expected, and nothing that it holds grows', async () => {
  const { problems, answered, events } = await soakChromium({ seconds: 20, samples: 20, kept: 4 });
  expect(problems).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(events).toBeGreaterThan(0);
});
