import type { ApiClient } from '../../client/api-client.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { AnyObject, CommandEnvironment } from '../command.ts';

/** What a description is made from. */
export interface Subject {
  readonly object: AnyObject;
  readonly resource: DiscoveredResource;
  readonly client: ApiClient;
  readonly environment: CommandEnvironment;
  /** Events about the object; undefined when they are not shown or cannot be read. */
  readonly events: readonly AnyObject[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Returns the description of an object, as `kubectl describe` prints it. @throws ApiError when a related object cannot be read */
export type Describe = (subject: Subject) => Promise<string>;
