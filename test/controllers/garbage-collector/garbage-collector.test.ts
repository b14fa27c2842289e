import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Controller } from '../../../src/controllers/controller.ts';
import { garbageCollectorController } from '../../../src/controllers/garbage-collector/garbage-collector.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const MAPS = `${NAMESPACE}/configmaps`;

/** Watches entire objects, as the informers of other controllers do. */
const follower: Controller = {
  name: 'follower',
  serviceAccount: 'follower',
  async run({ informers, signal }) {
    const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
    const followed = [{ group: '', version: 'v1', resource: 'configmaps' }, definitions];
    await Promise.all(followed.map((address) => informers.for(address).run(signal)));
  },
};

let cluster: Awaited<ReturnType<typeof openControlledServer>>;

interface Named {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}
const ownedBy = ({ apiVersion = 'v1', kind = 'ConfigMap', metadata: { name, uid } }: Named, block = false) => ({
  apiVersion,
  kind,
  name,
  uid,
  ...(block ? { blockOwnerDeletion: true } : {}),
});
const map = (name: string, owners: object[] = [], finalizers: string[] = []): Promise<Named> =>
  cluster.create(MAPS, { metadata: { name, ownerReferences: owners, finalizers } });
const remove = (path: string, propagationPolicy: string) => cluster.ask(path, 'DELETE', { propagationPolicy });
const gone = (path: string) => expect.poll(() => cluster.codeOf(path)).toBe(404);
const ownersOf = async (path: string): Promise<string[]> =>
  ((await cluster.ask(path)).body.metadata.ownerReferences ?? []).map(({ name }: { name: string }) => name);

describe.each([
  ['of objects that it watches only by metadata', [garbageCollectorController]],
  ['of objects that other controllers watch', [follower, garbageCollectorController]],
])('The garbage collection %s', (_, controllers) => {
  beforeAll(async () => {
    cluster = await openControlledServer(controllers);
    // Until the collector has listed every object, it may see the deletion of an owner before the owner's dependents.
    await map('first', [ownedBy({ metadata: { name: 'absent', uid: 'd0c5a5a6-6e2c-4d4c-8b1e-3a9b8f5b2c11' } })]);
    await vi.waitUntil(async () => (await cluster.codeOf(`${MAPS}/first`)) === 404, { timeout: 8000 });
  });
  afterAll(() => cluster.close());

  test('Foreground deletion of an owner waits only for the dependents that block it', async () => {
    const owner = await map('fg-owner');
    await map('fg-blocking', [ownedBy(owner, true)], ['example.com/hold']);
    await map('fg-other', [ownedBy(owner)], ['example.com/hold']);
    await remove(`${MAPS}/fg-owner`, 'Foreground');
    const isTerminating = async (name: string) =>
      Boolean((await cluster.ask(`${MAPS}/${name}`)).body.metadata.deletionTimestamp);
    await expect.poll(() => isTerminating('fg-blocking')).toBe(true);
    await expect.poll(() => isTerminating('fg-other')).toBe(true);
    expect((await cluster.ask(`${MAPS}/fg-owner`)).body.metadata.finalizers).toEqual(['foregroundDeletion']);
    await cluster.merge(`${MAPS}/fg-blocking`, { metadata: { finalizers: null } });
    await gone(`${MAPS}/fg-owner`);
    expect(await cluster.codeOf(`${MAPS}/fg-other`)).toBe(200);
    await cluster.merge(`${MAPS}/fg-other`, { metadata: { finalizers: null } });
  });

  test('A waiting owner is deleted when its last blocking dependent stops blocking it', async () => {
    const owner = await map('free-owner');
    await map('free-child', [ownedBy(owner, true)], ['example.com/hold']);
    await remove(`${MAPS}/free-owner`, 'Foreground');
    const finalizers = async () => (await cluster.ask(`${MAPS}/free-child`)).body.metadata.deletionTimestamp;
    await expect.poll(finalizers).toBeTruthy();
    await cluster.merge(`${MAPS}/free-child`, { metadata: { ownerReferences: [ownedBy(owner)] } });
    await gone(`${MAPS}/free-owner`);
    await cluster.merge(`${MAPS}/free-child`, { metadata: { finalizers: null } });
  });

  test('Foreground deletion cascades down a chain of owners', async () => {
    const owner = await map('chain-1');
    const child = await map('chain-2', [ownedBy(owner, true)]);
    await map('chain-3', [ownedBy(child, true)], ['example.com/hold']);
    await remove(`${MAPS}/chain-1`, 'Foreground');
    await expect
      .poll(async () => (await cluster.ask(`${MAPS}/chain-2`)).body.metadata.finalizers)
      .toEqual(['foregroundDeletion']);
    expect(await cluster.codeOf(`${MAPS}/chain-1`)).toBe(200);
    await cluster.merge(`${MAPS}/chain-3`, { metadata: { finalizers: null } });
    for (const name of ['chain-3', 'chain-2', 'chain-1']) await gone(`${MAPS}/${name}`);
  });

  test('Owners that own each other do not wait for each other', async () => {
    const first = await map('circle-1');
    const second = await map('circle-2', [ownedBy(first, true)]);
    await cluster.merge(`${MAPS}/circle-1`, { metadata: { ownerReferences: [ownedBy(second, true)] } });
    await remove(`${MAPS}/circle-1`, 'Foreground');
    await gone(`${MAPS}/circle-1`);
    await gone(`${MAPS}/circle-2`);
  });

  test('A dependent with another owner remains, and loses its reference to the waiting owner', async () => {
    const going = await map('going');
    const staying = await map('staying');
    await map('shared', [ownedBy(going, true), ownedBy(staying)]);
    await remove(`${MAPS}/going`, 'Foreground');
    await gone(`${MAPS}/going`);
    expect(await ownersOf(`${MAPS}/shared`)).toEqual(['staying']);
  });

  test('A reference with the right UID and a wrong name or kind neither keeps its object nor harms others', async () => {
    const owner = await map('real');
    await map('wrong-name', [{ ...ownedBy(owner), name: 'unreal' }]);
    await map('wrong-kind', [{ ...ownedBy(owner), kind: 'Secret' }]);
    await map('right', [ownedBy(owner)]);
    await gone(`${MAPS}/wrong-name`);
    await gone(`${MAPS}/wrong-kind`);
    expect(await cluster.codeOf(`${MAPS}/right`)).toBe(200);
    expect(await cluster.codeOf(`${MAPS}/real`)).toBe(200);
  });

  test('Dangling references to an absent UID are found under every name', async () => {
    const uid = '11111111-2222-3333-4444-555555555555';
    await map('lost-1', [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid }]);
    await map('lost-2', [{ apiVersion: 'v1', kind: 'Secret', name: 'b', uid }]);
    await gone(`${MAPS}/lost-1`);
    await gone(`${MAPS}/lost-2`);
  });

  test('Custom resources are collected and orphaned, and own other objects, as soon as they are served', async () => {
    const uid = '11111111-2222-3333-4444-666666666666';
    await map('early', [{ apiVersion: 'example.com/v1', kind: 'Widget', name: 'none', uid }]);
    await cluster.create(DEFINITIONS, widgetDefinition());
    // Until then, it is unknown whether the owner exists.
    await gone(`${MAPS}/early`);
    const widgets = '/apis/example.com/v1/namespaces/default/widgets';
    const widget = (name: string, owners: object[] = []): Promise<Named> =>
      cluster.create(widgets, {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name, ownerReferences: owners },
      });
    const owner = await widget('owner');
    const orphan = await widget('orphan', [ownedBy(owner)]);
    await widget('child', [ownedBy(orphan)]);
    await map('map', [ownedBy(orphan)]);
    await remove(`${widgets}/owner`, 'Orphan');
    await gone(`${widgets}/owner`);
    expect(await ownersOf(`${widgets}/orphan`)).toEqual([]);
    await remove(`${widgets}/orphan`, 'Background');
    await gone(`${widgets}/child`);
    await gone(`${MAPS}/map`);
  });
});
