import { setFlagsFromString } from 'node:v8';

/** By how many percent of what lives the heap may grow before garbage is collected. */
const GROWTH_PERCENT = 100;

/** The flag of V8, which takes effect in a running process. */
export const GROWTH_FLAG = '--heap-growing-percent';

/**
 * Lets the heap of this process grow to twice what lives. V8 lets a large heap grow to four times that before it
 * collects garbage, so a cluster would take several times the memory of its objects.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`${GROWTH_FLAG}=${GROWTH_PERCENT}`);
}
