import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';

/** A resource of the debug group. All of them are cluster-scoped and not stored. */
export interface DebugResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  /** Handlers by served verb: get, list, watch, create. The requested name is in the call's info. */
  readonly verbs: Readonly<Record<string, (call: Call) => Promise<ApiResponse>>>;
}
