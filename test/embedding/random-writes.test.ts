import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestCluster, type TestCluster } from '../../src/hosts/testing/testing.ts';

type Step = (cluster: TestCluster) => Promise<unknown>;

const address = (resource: string, namespace?: string) => ({
  ...{ group: '', version: 'v1', resource },
  ...(namespace ? { namespace } : {}),
});
const name = fc.constantFrom('a', 'b', 'c');
const namespace = fc.constantFrom('default', 'shop');
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value));
/** Expected errors of a step: the object exists already, or does not exist. */
const orNothing = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

const steps: fc.Arbitrary<{ readonly label: string; readonly run: Step }> = fc.oneof(
  fc.tuple(namespace, name, fc.dictionary(name, text)).map(([where, called, data]) => ({
    label: `config map ${where}/${called} ${JSON.stringify(data)}`,
    run: (cluster: TestCluster) =>
      cluster.load([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: called, namespace: where }, data }]),
  })),
  fc.tuple(namespace, name).map(([where, called]) => ({
    label: `delete ${where}/${called}`,
    run: (cluster: TestCluster) => orNothing(cluster.client.delete({ ...address('configmaps', where), name: called })),
  })),
  fc.tuple(namespace, name, fc.integer({ min: 1, max: 65_535 })).map(([where, called, port]) => ({
    label: `service ${where}/${called}`,
    run: (cluster: TestCluster) =>
      orNothing(
        cluster.client.create(address('services', where), { metadata: { name: called }, spec: { ports: [{ port }] } }),
      ),
  })),
  fc.tuple(namespace, name, text).map(([where, called, value]) => ({
    label: `annotate ${where}/${called}`,
    run: (cluster: TestCluster) =>
      orNothing(
        cluster.client.patch({ ...address('configmaps', where), name: called }, 'merge', {
          metadata: { annotations: { 'example.com/note': value } },
        }),
      ),
  })),
  fc.constant({
    label: 'delete all config maps',
    run: (cluster: TestCluster) => cluster.client.deleteCollection(address('configmaps', 'shop')),
  }),
);

describe('any writes', () => {
  let template: TestCluster;
  beforeAll(async () => {
    template = await createTestCluster({
      controllers: false,
      seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    });
  });
  afterAll(() => template.close());

  const property = (check: (cluster: TestCluster, before: readonly Step[], after: readonly Step[]) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 8 }), fc.array(steps, { maxLength: 8 }), async (before, after) => {
        const cluster = await template.fork();
        try {
          const runs = (list: typeof before) => list.map(({ run }) => run);
          await check(cluster, runs(before), runs(after));
        } finally {
          await cluster.close();
        }
      }),
      { numRuns: 8 },
    );
  const run = async (cluster: TestCluster, list: readonly Step[]) => {
    for (const step of list) await step(cluster);
  };

  it('are undone by a restore', () =>
    property(async (cluster, before, after) => {
      await run(cluster, before);
      const [text, snapshot] = [await cluster.export(), structuredClone(await cluster.snapshot())];
      await run(cluster, after);
      await cluster.restore(snapshot);
      expect(await cluster.export()).toBe(text);
      expect((await cluster.snapshot()).entries).toEqual(snapshot.entries);
    }));

  it('are not shared between a fork and its parent', () =>
    property(async (cluster, before, after) => {
      await run(cluster, before);
      const text = await cluster.export();
      const [one, other] = [await cluster.fork(), await cluster.fork()];
      await run(one, after);
      expect([await cluster.export(), await other.export()]).toEqual([text, text]);
      const changed = await one.export();
      await run(cluster, after);
      await run(cluster, before);
      expect([await one.export(), await other.export()]).toEqual([changed, text]);
      await Promise.all([one.close(), other.close()]);
    }));

  it('are the same in another cluster that loads their export', () =>
    property(async (cluster, before, after) => {
      await run(cluster, [...before, ...after]);
      const text = await cluster.export();
      const other = await template.fork();
      await other.client.deleteCollection(address('configmaps', 'shop'));
      await other.load(text);
      expect(await other.export()).toBe(text);
      await other.close();
    }));

  it('are undone by repeated resets', () =>
    property(async (cluster, before, after) => {
      const text = await cluster.export();
      for (const list of [before, after]) {
        await run(cluster, list);
        await cluster.reset();
        expect(await cluster.export()).toBe(text);
      }
    }));
});
