/**
 * Measures the time to move the clock of a cluster by a day: the shop with its nightly job on three nodes, in
 * memory. Run by `npm run bench`.
 */
import { runnerImport } from 'vite';

const DAY = 86_400_000;
/** The longest acceptable time of a day, in milliseconds. */
const LONGEST = 20_000;

/** Returns the milliseconds of a day, and the number of times at which work was due. @throws Error when it takes too long */
export async function measureDay() {
  const { module } = await runnerImport(new URL('../../src/hosts/scenarios/scenario.ts', import.meta.url).pathname);
  const shop = module.scenario('healthy shop');
  const { clock } = await shop.cluster();
  let stops = 0;
  const began = performance.now();
  await clock.step(DAY, { onProgress: () => stops++ });
  const milliseconds = performance.now() - began;
  await shop.close();
  if (milliseconds > LONGEST) throw new Error(`a day of the shop took ${Math.round(milliseconds)} ms, not ${LONGEST}`);
  return { milliseconds, stops };
}
