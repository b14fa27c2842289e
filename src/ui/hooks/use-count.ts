import { useCallback, useState } from 'react';
import { isFinalError } from '../../client/api-error.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { addressesIn } from '../state/objects/addresses.ts';
import { useApplication, useIdentityKey } from './use-application.ts';
import { useRepeating } from './use-repeating.ts';

/** Milliseconds between counts. */
const INTERVAL = 10_000;

/**
 * Returns the number of objects of a kind in some namespaces or all, from one page of each list; undefined until known or
 * when listing is denied.
 */
export function useCount(resource: DiscoveredResource, namespaces: readonly string[]): number | undefined {
  const { client } = useApplication();
  const identity = useIdentityKey();
  const [count, setCount] = useState<{ identity: string; number: number }>();
  const read = useCallback(
    async (signal: AbortSignal) => {
      try {
        const pages = await Promise.all(
          addressesIn(resource, namespaces).map((address) => client.list(address, { limit: 1, signal })),
        );
        const counts = pages.map(({ items, metadata }) => items.length + (metadata.remainingItemCount ?? 0));
        setCount({ identity, number: counts.reduce((sum, count) => sum + count, 0) });
      } catch (error) {
        if (!signal.aborted) setCount(undefined);
        if (isFinalError(error)) throw error;
      }
    },
    [client, resource, namespaces, identity],
  );
  useRepeating(read, { interval: INTERVAL });
  return count?.identity === identity ? count.number : undefined;
}
