import { setFlagsFromString } from 'node:v8';

/** By how many percent of the live objects the heap may grow before garbage is collected. */
const GROWTH_PERCENT = 100;

/** The V8 flag, which takes effect in a running process. */
export const GROWTH_FLAG = '--heap-growing-percent';

/**
 * Limits the heap of this process to twice its live objects. V8 lets a large heap grow to four times that before it
 * collects garbage, so a cluster would use several times the memory of its objects.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`${GROWTH_FLAG}=${GROWTH_PERCENT}`);
}
