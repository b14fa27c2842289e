import { useEffect, useMemo, useState } from 'react';
import type { RequestTrace } from '../../api/debug/request-trace.ts';
import type { Clock } from '../../api/environment.ts';
import type { ApiObject } from '../../api/object.ts';
import { objectKey } from '../../client/object-key.ts';
import { objectSource } from '../../client/object-source.ts';
import type { LessonValues } from '../../lessons/expressions.ts';
import type { Lesson } from '../../lessons/lesson.ts';
import {
  collectionOf,
  type LessonCause,
  readCauses,
  type StateCollection,
  TRACES,
  valuesOf,
} from '../../lessons/state.ts';
import { createCollectionStore } from '../state/stores/collection-store.ts';
import { useApplication, useDiscovery } from './use-application.ts';

/** The key of the collection of requests beside those of variables, whose names have no spaces. */
const OF_REQUESTS = 'recent requests';

/** Milliseconds without a change after which causes are read, and after which they are read once more. */
const SETTLE = [300, 3000];

/** Calls a function when changes have settled, and again later, because Events may explain a state after it began. */
function settled(clock: Clock, call: () => void) {
  let cancels: readonly (() => void)[] = [];
  const stop = (): void => {
    for (const cancel of cancels) cancel();
  };
  const note = (): void => {
    stop();
    cancels = SETTLE.map((milliseconds) => clock.after(milliseconds, call));
  };
  return { note, stop };
}

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
    let causes: readonly LessonCause[] = [];
    const update = (): void => {
      const states = [...followed].map(([name, { store }]) => [name, store.getState()] as const);
      if (!states.every(([, { isLoaded }]) => isLoaded)) return;
      const items = new Map(states.map(([name, state]) => [name, state.items]));
      const traces = (items.get(OF_REQUESTS) ?? []) as unknown as readonly RequestTrace[];
      setValues(valuesOf(lesson, items, traces, causes));
    };
    // Requests do not count as changes, because the questions themselves are requests.
    const changed = settled(platform.clock, async () => {
      causes = await readCauses(client, lesson);
      update();
    });
    const stops = [...followed].flatMap(([name, { store, start }]) => [
      store.subscribe(update),
      ...(lesson.readsCauses && name !== OF_REQUESTS ? [store.subscribe(changed.note)] : []),
      start(),
    ]);
    return () => {
      changed.stop();
      for (const stop of stops) stop();
    };
  }, [lesson, collections, clientAs, platform]);
  return values;
}
