import { WATCH_SECONDS } from '../../../client/object-source.ts';
import { type Query, queryText, type ResourceAddress, resourcePath } from '../../../client/resource-path.ts';

/** How a watch of the lab begins. */
export const WATCH_STARTS = {
  list: 'List, then watch',
  stream: 'Streaming list',
  any: 'From any version',
  latest: 'From the newest version',
  version: 'From a version',
} as const;
export type WatchStart = keyof typeof WATCH_STARTS;

export interface WatchParameters {
  readonly start: WatchStart;
  /** The version after which the watch begins, when it begins from a version. */
  readonly version: string;
  readonly hasBookmarks: boolean;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

export const DEFAULT_PARAMETERS: WatchParameters = {
  start: 'list',
  version: '',
  hasBookmarks: true,
  labelSelector: '',
  fieldSelector: '',
};

export const hasSelector = ({ labelSelector, fieldSelector }: WatchParameters): boolean =>
  labelSelector !== '' || fieldSelector !== '';

/** The query parameters by which each start differs. A list gives its version, so that its watch resumes. */
const STARTS: Readonly<Record<WatchStart, (parameters: WatchParameters) => Query>> = {
  list: () => ({}),
  stream: () => ({ sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }),
  any: () => ({ resourceVersion: '0' }),
  latest: () => ({}),
  version: ({ version }) => ({ resourceVersion: version }),
};

/** Returns the path of the list of a watch. */
export const listPath = (address: ResourceAddress, { labelSelector, fieldSelector }: WatchParameters): string =>
  resourcePath(address) + queryText({ labelSelector, fieldSelector });

interface Connection {
  /** The version to resume from; undefined to begin as the parameters say. */
  readonly from?: string | undefined;
  readonly timeoutSeconds?: number;
}

/** Returns the path of a watch. */
export function watchPath(
  address: ResourceAddress,
  parameters: WatchParameters,
  { from, timeoutSeconds = WATCH_SECONDS }: Connection,
): string {
  const { labelSelector, fieldSelector, hasBookmarks, start } = parameters;
  const begin = from === undefined ? STARTS[start](parameters) : { resourceVersion: from };
  return (
    resourcePath(address) +
    queryText({
      watch: true,
      ...begin,
      allowWatchBookmarks: hasBookmarks || undefined,
      labelSelector,
      fieldSelector,
      timeoutSeconds,
    })
  );
}
