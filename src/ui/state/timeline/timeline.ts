import type { Clock, Random } from '../../../api/environment.ts';
import type { APIResourceList } from '../../../api/kinds/meta-v1.generated.ts';
import type { GroupResource } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import {
  type DiscoveredResource,
  type Discovery,
  groupResourceKey,
  preferredResources,
} from '../../../client/discovery.ts';
import type { PlatformPort } from '../../platform-port.ts';
import { MOST_NAMESPACES } from '../namespaces.ts';
import { type ClusterClockStore, clusterTime } from '../stores/cluster-clock-store.ts';
import type { DiscoveryStore } from '../stores/discovery-store.ts';
import { type IdentityStore, identityKey } from '../stores/identity-store.ts';
import { TRACES } from '../trace-steps.ts';
import { TimelineRecording } from './timeline-recording.ts';
import { readSnapshot, saveSnapshot } from './timeline-snapshot.ts';
import { createTimelineStore, MOST_EVENTS, type TimelineStore } from './timeline-store.ts';

/** The changes of the cluster's objects, recorded for the whole app. */
export interface Timeline {
  readonly store: TimelineStore;
  /** Records as the current identity until the returned function is called. */
  start(): () => void;
  /**
   * Also records these kinds, and retries those that failed. Kinds that the identity may not watch in all namespaces are
   * recorded in the given ones, and in some that were given last: their watches must not add up.
   */
  include(resources: readonly GroupResource[], namespaces: readonly string[]): void;
  /** Saves the events for the next load of this tab. */
  save(): void;
}

export interface TimelineOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly identity: IdentityStore;
  readonly discovery: DiscoveryStore;
  readonly settings: PlatformPort['settings'];
  readonly session: PlatformPort['session'];
  readonly clusterClock: ClusterClockStore;
}

/** Kinds that are recorded from the start. */
const FIRST_KINDS = ['/pods', 'apps/deployments', '/configmaps', '/services', '/namespaces', '/events'];

/**
 * Reports whether a kind is recorded only on request: leases renew often, and these events duplicate those of the core
 * group.
 */
const isQuiet = (key: string): boolean => /\/leases$|[^/]\/events$/.test(key);

/** Setting with the kinds that changed on earlier visits, whose history is read at once. */
const SETTING = 'tabplane.timeline.kinds';

export function createTimeline(options: TimelineOptions): Timeline {
  const { client, clock, random, identity, discovery, settings, session, clusterClock } = options;
  const now = (): number => clusterTime(clusterClock.getState(), clock.now());
  // While the clock is moved, the cluster's time of an arriving change is unknown.
  const arrivalTime = (): number | undefined => (clusterClock.getState().move ? undefined : now());
  const store = createTimelineStore(MOST_EVENTS, now);
  const kinds = new Set(readKinds(settings));
  /** The last first. */
  let included: readonly string[] = [];
  let recording: TimelineRecording | undefined;
  /** Undefined until the owner of the events is known. */
  let owner: string | undefined;

  const follow = () => {
    const served = discovery.getState().discovery;
    if (served) recording?.follow(resourcesToRecord(served, kinds));
  };
  const addKinds = (keys: readonly string[]) => {
    const added = keys.filter((key) => !kinds.has(key));
    if (added.length === 0) return;
    for (const key of added) kinds.add(key);
    settings.setItem(SETTING, JSON.stringify([...kinds].filter((key) => !isQuiet(key))));
    follow();
  };
  const begin = async () => {
    recording?.stop();
    const mine = new TimelineRecording({
      client,
      clock,
      random,
      store,
      arrivalTime,
      onKinds: (keys) => addKinds(keys.filter((key) => !isQuiet(key))),
    });
    recording = mine;
    mine.followIn(included);
    owner = undefined;
    follow();
    const [cluster, hasTraces] = await Promise.all([clusterOf(client), servesTraces(client)]);
    if (recording !== mine) return;
    if (hasTraces) mine.followRequests();
    if (cluster === undefined) return;
    owner = `${identityKey(identity.getState().identity)} ${cluster}`;
    store.getState().restore(readSnapshot(session, owner));
  };
  return {
    store,
    start() {
      const stops = [
        identity.subscribe((state, former) => {
          if (identityKey(state.identity) === identityKey(former.identity)) return;
          recording?.stop();
          store.getState().reset();
          void begin();
        }),
        discovery.subscribe(follow),
      ];
      void begin();
      return () => {
        for (const stop of stops) stop();
        recording?.stop();
      };
    },
    include(resources, namespaces) {
      included = [...new Set([...namespaces, ...included])].slice(0, MOST_NAMESPACES);
      recording?.followIn(included);
      addKinds(resources.map(groupResourceKey));
      follow();
    },
    save() {
      recording?.flush();
      const { events, waiting } = store.getState();
      if (owner !== undefined) saveSnapshot(session, owner, [...events, ...waiting]);
    },
  };
}

function readKinds(settings: PlatformPort['settings']): string[] {
  try {
    const value: unknown = JSON.parse(settings.getItem(SETTING) ?? '[]');
    return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];
  } catch {
    return []; // An unreadable setting is ignored.
  }
}

/** Returns an id that changes when the cluster's data is deleted; undefined when it is unknown. */
async function clusterOf(client: ApiClient): Promise<string | undefined> {
  const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
  const { items } = await client
    .list(namespaces, { fieldSelector: 'metadata.name=default' })
    .catch(() => ({ items: [] })); // Without access, no events are kept across reloads.
  return items[0]?.metadata.uid;
}

/** Checked first because browsers log a 404 as an error on the console. */
async function servesTraces(client: ApiClient): Promise<boolean> {
  try {
    const response = await client.request(`/apis/${TRACES.group}/${TRACES.version}`);
    const { resources } = (await response.json()) as APIResourceList;
    return (resources ?? []).some(({ name }) => name === TRACES.resource);
  } catch {
    return false; // Another server without this group.
  }
}

/** Returns the watchable resources in their preferred versions. */
export const recordableResources = (discovery: Discovery): DiscoveredResource[] =>
  preferredResources(discovery).filter(({ verbs }) => verbs.includes('watch') && verbs.includes('list'));

const resourcesToRecord = (discovery: Discovery, kinds: ReadonlySet<string>): DiscoveredResource[] =>
  recordableResources(discovery).filter(
    (resource) => FIRST_KINDS.includes(groupResourceKey(resource)) || kinds.has(groupResourceKey(resource)),
  );

/** Returns the name of a kind in addresses: `pods`, `deployments.apps`. */
export const kindName = ({ group, resource }: GroupResource): string => (group ? `${resource}.${group}` : resource);

/** Parses the kinds of an address; undefined means every kind. */
export function namedKinds(discovery: Discovery, kinds: string | undefined): DiscoveredResource[] | undefined {
  if (kinds === undefined) return undefined;
  const all = recordableResources(discovery);
  const named = kinds.split(',').flatMap((name) => {
    const found = all.find((one) => kindName(one) === name) ?? all.find((one) => one.resource === name);
    return found ?? [];
  });
  return [...new Set(named)];
}
