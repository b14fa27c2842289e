import { useCallback, useState } from 'react';
import { isFinalError } from '../../client/api-error.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { useApplication, useIdentityKey } from './use-application.ts';
import { useRepeating } from './use-repeating.ts';

/** Milliseconds between counts. */
const INTERVAL = 10_000;

/**
 * Returns the number of objects of a kind, from one page of a list; undefined until known or when listing is denied.
 */
export function useCount(resource: DiscoveredResource, namespace: string | undefined): number | undefined {
  const { client } = useApplication();
  const identity = useIdentityKey();
  const [count, setCount] = useState<{ identity: string; number: number }>();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const { group, version, resource: plural, namespaced } = resource;
      const address = { group, version, resource: plural, ...(namespaced && namespace ? { namespace } : {}) };
      try {
        const { items, metadata } = await client.list(address, { limit: 1, signal });
        setCount({ identity, number: items.length + (metadata.remainingItemCount ?? 0) });
      } catch (error) {
        if (!signal.aborted) setCount(undefined);
        if (isFinalError(error)) throw error;
      }
    },
    [client, resource, namespace, identity],
  );
  useRepeating(read, { interval: INTERVAL });
  return count?.identity === identity ? count.number : undefined;
}
