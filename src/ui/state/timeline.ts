import type { Clock, Random } from '../../api/environment.ts';
import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import {
  type DiscoveredResource,
  type Discovery,
  groupResourceKey,
  preferredResources,
} from '../../client/discovery.ts';
import { objectSource } from '../../client/object-source.ts';
import { type RecordedResource, TimelineRecorder } from './timeline-recorder.ts';
import { createTimelineStore, type RecordedEvent, type TimelineStore } from './timeline-store.ts';

export interface Timeline {
  readonly store: TimelineStore;
  /** Follows kinds as an identity until the returned function is called; of another identity nothing is kept. */
  follow(resources: readonly RecordedResource[], identity: string): () => void;
}

/** Milliseconds in which events are collected before the store changes. */
const FLUSH_AFTER = 50;

/** What happens in the cluster. It outlives the view, so that coming back shows what was there and what came meanwhile. */
export function createTimeline({
  client,
  clock,
  random,
}: {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
}): Timeline {
  const store = createTimelineStore();
  const recorders = new Map<string, TimelineRecorder>();
  let identityOfAll = '';
  let collected: RecordedEvent[] = [];
  const flush = () => {
    store.getState().record(collected);
    collected = [];
  };
  const record = (event: RecordedEvent) => {
    if (collected.length === 0) clock.after(FLUSH_AFTER, flush);
    collected.push(event);
  };
  const recorderOf = ({ group, version, resource, kind }: RecordedResource): TimelineRecorder => {
    const key = groupResourceKey({ group, resource });
    const known = recorders.get(key);
    if (known) return known;
    const source = objectSource<ApiObject>(client, { group, version, resource });
    const onError = (error: unknown) => store.getState().setError(key, error);
    const named = { group, version, resource, kind };
    const created = new TimelineRecorder({ resource: named, source, clock, random, record, onError });
    recorders.set(key, created);
    return created;
  };
  return {
    store,
    follow(resources, identity) {
      if (identity !== identityOfAll) {
        identityOfAll = identity;
        recorders.clear();
        collected = [];
        store.getState().clear();
      }
      const stops = resources.map((resource) => recorderOf(resource).start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

const DEFAULT_KINDS = ['pods', 'deployments', 'configmaps', 'services', 'namespaces', 'events'];

/** The kinds that can be watched, and those of them that an address names; without one the usual. */
export function timelineKinds(discovery: Discovery, kinds: string | undefined) {
  const all = preferredResources(discovery).filter(({ verbs }) => verbs.includes('watch') && verbs.includes('list'));
  const wanted = kinds === undefined ? DEFAULT_KINDS : kinds.split(',');
  const chosen = wanted.flatMap((name) => all.find((one) => kindName(one) === name || one.resource === name) ?? []);
  return { all, chosen: [...new Set(chosen)] };
}

/** How an address names a kind: `pods`, `deployments.apps`. */
export const kindName = ({ group, resource }: Pick<DiscoveredResource, 'group' | 'resource'>): string =>
  group ? `${resource}.${group}` : resource;
