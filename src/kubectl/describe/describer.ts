import type { ApiClient } from '../../client/api-client.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { AnyObject, CommandEnvironment } from '../command.ts';
import type { Description } from './description.ts';

/** What a description is made from. */
export interface Subject {
  readonly object: AnyObject;
  readonly resource: DiscoveredResource;
  readonly client: ApiClient;
  readonly environment: CommandEnvironment;
  readonly description: Description;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes what `kubectl describe` prints between the name and the events. @throws ApiError when a related object cannot be read */
export type Describe = (subject: Subject) => Promise<void> | void;
