import type { ChangeReason, WriteCause } from '../api/debug/causes.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';

/** The client of a control loop. In the process of its server, its writes can state their cause. */
export interface LoopClient extends ApiClient {
  /** Returns a client of the same user whose writes have a cause. Undefined for clients over HTTP. */
  causedBy?(cause: WriteCause): ApiClient;
}

/** Returns a client whose writes state a cause, where the server can be told. */
export const causedBy = (client: LoopClient, cause: WriteCause): ApiClient => client.causedBy?.(cause) ?? client;

/** Returns the reason that a change of an object is. */
export const changeOf = (
  resource: string,
  { metadata: { namespace, name = '', resourceVersion = '' } }: ApiObject,
): ChangeReason => ({ type: 'change', resource, ...(namespace ? { namespace } : {}), name, revision: resourceVersion });
