import type { Call } from '../../context/call.ts';

/**
 * One step of the pipeline. It answers the request, or adds to the call and lets the next stage answer. A stage that need not
 * wait is no async function, because each costs every request a turn of the microtask queue. It may throw nevertheless.
 */
export type Stage = (call: Call, next: () => Promise<Response>) => Promise<Response>;
