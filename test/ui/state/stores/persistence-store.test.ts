import { describe, expect, it } from 'vitest';
import { createPersistenceStore, persistingFetch } from '../../../../src/ui/state/stores/persistence-store.ts';

/** A browser that grants or denies persistence, and the number of requests to it. */
function browserThat({ grants }: { grants: boolean }) {
  let asked = 0;
  const storage = {
    persisted: async () => false,
    persist: async () => {
      asked += 1;
      return grants;
    },
  };
  const store = createPersistenceStore(storage);
  const fetch = persistingFetch(
    async ({ url }) => new Response(null, { status: url.endsWith('/bad') ? 422 : 201 }),
    store,
  );
  const send = (method: string, path: string) => fetch(new Request(`https://cluster.example${path}`, { method }));
  return { store, send, asked: () => asked };
}

describe('persistent storage', () => {
  it('is not requested by reads, reviews, dry runs and failures', async () => {
    const { store, send, asked } = browserThat({ grants: true });
    await send('GET', '/api/v1/namespaces');
    await send('POST', '/apis/authorization.cluster.io/v1/selfsubjectaccessreviews');
    await send('POST', '/apis/debug.tabplane.dev/v1alpha1/admissiontrials');
    await send('POST', '/api/v1/namespaces?dryRun=All');
    await send('POST', '/bad');
    expect(asked()).toBe(0);
    expect(store.getState()).toMatchObject({ persistence: 'evictable', isRefused: false });
  });

  it('is requested once, by the first write', async () => {
    const { store, send, asked } = browserThat({ grants: true });
    await send('POST', '/api/v1/namespaces');
    await send('DELETE', '/api/v1/namespaces/sample');
    await expect.poll(() => store.getState().persistence).toBe('persistent');
    expect(asked()).toBe(1);
  });

  it('can be requested again after the browser denies it', async () => {
    const { store, send, asked } = browserThat({ grants: false });
    await send('POST', '/api/v1/namespaces');
    await expect.poll(() => store.getState().isRefused).toBe(true);
    await store.getState().request();
    expect(asked()).toBe(2);
    expect(store.getState().persistence).toBe('evictable');
  });

  it('is unknown when the data is not in this browser', () => {
    expect(createPersistenceStore(undefined).getState().persistence).toBe('unknown');
  });
});
