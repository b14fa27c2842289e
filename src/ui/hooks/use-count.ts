import { useEffect, useState } from 'react';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { useApplication, useIdentityKey } from './use-application.ts';

/** Milliseconds between two counts. */
const INTERVAL = 10_000;

/** How many objects of a kind there are, without reading them all; undefined until known or when it may not be. */
export function useCount(resource: DiscoveredResource, namespace: string | undefined): number | undefined {
  const { client, platform } = useApplication();
  const identity = useIdentityKey();
  const [count, setCount] = useState<{ identity: string; number: number }>();
  useEffect(() => {
    const abort = new AbortController();
    let cancel: () => void = () => undefined;
    const ask = async () => {
      const { group, version, resource: plural, namespaced } = resource;
      const address = { group, version, resource: plural, ...(namespaced && namespace ? { namespace } : {}) };
      try {
        const { items, metadata } = await client.list(address, { limit: 1, signal: abort.signal });
        setCount({ identity, number: items.length + (metadata.remainingItemCount ?? 0) });
      } catch {
        if (!abort.signal.aborted) setCount(undefined); // Not to be counted by this user, or not now.
      }
      if (!abort.signal.aborted) cancel = platform.clock.after(INTERVAL, () => void ask());
    };
    void ask();
    return () => {
      abort.abort();
      cancel();
    };
  }, [client, platform, resource, namespace, identity]);
  return count?.identity === identity ? count.number : undefined;
}
