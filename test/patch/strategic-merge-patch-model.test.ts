import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { deepFreeze } from '../../src/api/memory/deep-freeze.ts';
import type { JsonObject } from '../../src/api/object.ts';
import { applyStrategicMergePatch } from '../../src/patch/strategic-merge-patch.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const schema = createSchemaRegistry(kubernetesDialect).schemaOf({ group: '', version: 'v1', kind: 'Pod' });

type Texts = Record<string, string | null>;
interface Container {
  name: string;
  image?: string | null;
  args?: string[] | null;
  env?: { name: string; value?: string }[];
}
interface Pod {
  labels: Texts;
  finalizers: string[];
  containers: Container[];
}
interface Patch {
  labels: Texts | null;
  added: string[];
  deleted: string[];
  containers: Container[];
  deletedContainers: string[];
  replacesContainers: boolean;
}

const without = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== null));

/** Reference implementation for a pod, ignoring order: keyed lists are maps, lists of names are sets, null deletes. */
function naive(pod: Pod, patch: Patch): Pod {
  const live = new Map(patch.replacesContainers ? [] : pod.containers.map((each) => [each.name, each]));
  for (const name of patch.deletedContainers) live.delete(name);
  for (const change of patch.containers) live.set(change.name, mergedContainer(live.get(change.name), change));
  return {
    labels: patch.labels === null ? {} : without({ ...pod.labels, ...patch.labels }),
    finalizers: [...new Set([...pod.finalizers, ...patch.added])].filter((name) => !patch.deleted.includes(name)),
    containers: [...live.values()],
  };
}

function mergedContainer(live: Container | undefined, change: Container): Container {
  const env = new Map((live?.env ?? []).map((each) => [each.name, each]));
  for (const each of change.env ?? []) env.set(each.name, { ...env.get(each.name), ...each });
  const { image, args } = { ...live, ...change };
  return {
    name: change.name,
    ...(image === null || image === undefined ? {} : { image }),
    ...(args === null || args === undefined ? {} : { args }),
    ...(env.size > 0 ? { env: [...env.values()] } : {}),
  };
}

/** Returns the patch in its request form. */
function written(patch: Patch): JsonObject {
  const { labels, added, deleted, containers, deletedContainers, replacesContainers } = patch;
  const list = [
    ...(replacesContainers ? [{ $patch: 'replace' }] : []),
    ...deletedContainers.map((name) => ({ name, $patch: 'delete' })),
    ...containers,
  ];
  return {
    metadata: { labels, finalizers: added, '$deleteFromPrimitiveList/finalizers': deleted },
    spec: { containers: list },
  } as unknown as JsonObject;
}

const inOrder = (pod: Pod): unknown => ({
  labels: Object.entries(pod.labels).sort(),
  finalizers: [...pod.finalizers].sort(),
  containers: pod.containers
    .map((each) => ({ ...each, ...(each.env ? { env: each.env.toSorted((a, b) => (a.name < b.name ? -1 : 1)) } : {}) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
});

const word = fc.constantFrom('a', 'b', 'c', 'd');
const names = fc.uniqueArray(word, { minLength: 1, maxLength: 4 });
const env = fc.uniqueArray(fc.record({ name: word, value: word }, { requiredKeys: ['name'], noNullPrototype: true }), {
  selector: ({ name }) => name,
  minLength: 1,
  maxLength: 3,
});
const args = fc.array(word, { maxLength: 2 });
const containersOf = <T>(nothing: fc.Arbitrary<T>) =>
  fc.uniqueArray(
    fc.record(
      { name: word, image: fc.oneof(word, nothing), args: fc.oneof(args, nothing), env },
      { requiredKeys: ['name'], noNullPrototype: true },
    ),
    { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
  );
const livePod = fc.record({
  labels: fc.dictionary(word, word, { noNullPrototype: true }),
  finalizers: names,
  containers: containersOf(word).map((list) =>
    list.map(({ args: each, ...rest }) => (Array.isArray(each) ? { ...rest, args: each } : rest)),
  ),
}) as fc.Arbitrary<Pod>;
const patch = fc
  .record({
    labels: fc.option(fc.dictionary(word, fc.option(word), { noNullPrototype: true })),
    added: names,
    deleted: names,
    containers: containersOf(fc.constant(null)),
    deletedContainers: fc.uniqueArray(word, { maxLength: 2 }),
    replacesContainers: fc.boolean(),
  })
  .map((each) => ({
    ...each,
    // A name that is both added and deleted has no defined order. A replacement is stored unchanged.
    deleted: each.deleted.filter((name) => !each.added.includes(name)),
    containers: each.replacesContainers ? each.containers.map(({ name }) => ({ name })) : each.containers,
  })) as fc.Arbitrary<Patch>;

test('a strategic merge patch merges by key, deletes by null and directive, and replaces lists without a key', () => {
  fc.assert(
    fc.property(livePod, patch, (pod, change) => {
      const { labels, finalizers, containers } = structuredClone(pod);
      const live = deepFreeze({ metadata: { labels, finalizers }, spec: { containers } }) as unknown as JsonObject;
      if (!schema) throw new Error('no schema of Pod');
      const { metadata, spec } = applyStrategicMergePatch(
        live,
        structuredClone(written(change)),
        schema,
      ) as unknown as {
        metadata: { labels?: Texts; finalizers?: string[] };
        spec: { containers?: Container[] };
      };
      const patched = {
        labels: metadata.labels ?? {},
        finalizers: metadata.finalizers ?? [],
        containers: spec.containers ?? [],
      };
      expect(inOrder(patched)).toEqual(inOrder(naive(pod, change)));
    }),
    { numRuns: 1000 },
  );
});
