import type { Call } from '../../context/call.ts';

/** A resource of the debug group. All of them are cluster-scoped, and nothing of them is stored. */
export interface DebugResource {
  readonly name: string;
  readonly singularName: string;
  readonly kind: string;
  /** What answers each verb that is served: get, list, watch, create. The name asked for is in the call's info. */
  readonly verbs: Readonly<Record<string, (call: Call) => Promise<Response>>>;
}
