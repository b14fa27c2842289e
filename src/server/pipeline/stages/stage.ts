import type { Call } from '../../context/call.ts';

/** One step of the pipeline: it may answer, or fill in the call and let the next step answer. */
export type Stage = (call: Call, next: () => Promise<Response>) => Promise<Response>;
