import { useEffect, useMemo, useState } from 'react';
import type { RequestTrace } from '../../api/debug/request-trace.ts';
import type { ApiObject } from '../../api/object.ts';
import { objectKey } from '../../client/object-key.ts';
import { objectSource } from '../../client/object-source.ts';
import type { LessonValues } from '../../lessons/expressions.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import { collectionOf, type StateCollection, TRACES, valuesOf } from '../../lessons/state.ts';
import { createCollectionStore } from '../state/stores/collection-store.ts';
import { useApplication, useDiscovery } from './use-application.ts';

/** The key of the collection of requests beside those of variables, whose names have no spaces. */
const OF_REQUESTS = 'recent requests';

/**
 * Returns the live values of a lesson's variables, whatever identity the page has; undefined until all are loaded.
 * Reads are recorded while it is used.
 */
export function useLessonValues(lesson: Lesson): LessonValues | undefined {
  const { clientAs, platform } = useApplication();
  const discovery = useDiscovery();
  const [values, setValues] = useState<LessonValues>();
  const collections = useMemo(
    () => JSON.stringify(Object.entries(lesson.state).map(([name, source]) => [name, collectionOf(discovery, source)])),
    [lesson, discovery],
  );
  useEffect(() => {
    const client = clientAs({ type: 'administrator' });
    const follow = ({ address, ...options }: StateCollection & { readonly includeReads?: boolean }) =>
      createCollectionStore({
        ...{ clock: platform.clock, random: platform.random, keyOf: objectKey },
        source: objectSource<ApiObject>(client, address, options),
      });
    const followed = new Map<string, ReturnType<typeof follow>>([
      [OF_REQUESTS, follow({ address: TRACES, includeReads: true })],
    ]);
    for (const [name, collection] of JSON.parse(collections) as [string, StateCollection | null][])
      if (collection) followed.set(name, follow(collection));
    const update = (): void => {
      const states = [...followed].map(([name, { store }]) => [name, store.getState()] as const);
      if (!states.every(([, { isLoaded }]) => isLoaded)) return;
      const items = new Map(states.map(([name, state]) => [name, state.items]));
      setValues(valuesOf(lesson, items, (items.get(OF_REQUESTS) ?? []) as unknown as readonly RequestTrace[]));
    };
    const stops = [...followed.values()].flatMap(({ store, start }) => [store.subscribe(update), start()]);
    return () => {
      for (const stop of stops) stop();
    };
  }, [lesson, collections, clientAs, platform]);
  return values;
}
