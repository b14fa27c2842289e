import { useEffect, useState } from 'react';
import { type ApiObject, followCollection, type ResourceAddress } from 'tabplane/client';
import { client } from './client.ts';

interface Collection<T> {
  readonly items: readonly T[];
  /** Why the last attempt to read it failed. Retrying automatically. */
  readonly error?: string;
}

/** Returns the objects of a collection, live. */
export function useCollection<T extends ApiObject>(address: ResourceAddress): Collection<T> {
  const [collection, setCollection] = useState<Collection<T>>({ items: [] });
  useEffect(
    () =>
      followCollection<T>(client, address, (items) => setCollection({ items }), {
        reportProblem: (_, error) => setCollection(({ items }) => ({ items, error: String(error) })),
      }),
    [address],
  );
  return collection;
}
