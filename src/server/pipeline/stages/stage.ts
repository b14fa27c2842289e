import type { Call } from '../../context/call.ts';

/** One step of the pipeline. It answers the request, or adds to the call and lets the next stage answer. */
export type Stage = (call: Call, next: () => Promise<Response>) => Promise<Response>;
