import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';

/** Answers a call. Returns a promise only when it has to wait, and may throw. */
export type Handler = (call: Call) => Promise<ApiResponse> | ApiResponse;

/**
 * One step of the pipeline. It answers the request, or adds to the call and lets the next stage answer. A stage that
 * need not wait is not an async function, because each async function costs every request a turn of the microtask
 * queue.
 */
export type Stage = (call: Call, next: Handler) => Promise<ApiResponse> | ApiResponse;
