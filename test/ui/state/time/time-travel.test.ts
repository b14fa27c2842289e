import { describe, expect, it } from 'vitest';
import type { Moment } from '../../../../src/api/debug/moments.ts';
import type { ApiObject } from '../../../../src/api/object.ts';
import type { DiscoveredResource } from '../../../../src/client/discovery.ts';
import { compareObjects, effectOf } from '../../../../src/ui/state/time/comparison.ts';
import { changeText, positionOf, stepsOf } from '../../../../src/ui/state/time/moments.ts';
import { pastRequests } from '../../../../src/ui/state/time/past-requests.ts';
import { planRestoration, restorationText } from '../../../../src/ui/state/time/restoration.ts';

const moment = (revision: string, name = 'web'): Moment => ({
  ...{ revision, time: '2023-11-21T00:00:00.000000Z', effect: 'updated', resource: 'pods', namespace: 'shop', name },
});

describe('the steps of the scrubber', () => {
  const steps = stepsOf([moment('5'), moment('7', 'a'), moment('7', 'b'), moment('9')]);

  it('are one for each revision', () => {
    expect(steps.map(({ revision, name }) => [revision, name])).toEqual([
      ['5', 'web'],
      ['7', 'b'],
      ['9', 'web'],
    ]);
  });

  it('have a position for every revision, the one before it between two steps', () => {
    expect([4, 5, 6, 8, 20].map((revision) => positionOf(steps, revision))).toEqual([-1, 0, 0, 1, 2]);
  });

  it('tell their change in words', () => {
    expect(changeText({ ...moment('5'), effect: 'removed' })).toBe('pods shop/web was deleted');
  });
});

describe('the requests of a client', () => {
  const requests = (at: number | undefined, isPlayer = false) =>
    pastRequests(
      'http://cluster',
      () => at,
      () => isPlayer,
    );

  it('go to the cluster as it is now without a moment', () => {
    expect(requests(undefined)('http://cluster/api/v1/pods', { method: 'POST' }).url).toBe(
      'http://cluster/api/v1/pods',
    );
  });

  it('read the past with a moment, reviews of access included', () => {
    const past = 'http://cluster/apis/debug.tabplane.dev/v1alpha1/moments/5/proxy';
    expect(requests(5)('http://cluster/api/v1/pods?watch=true', {}).url).toBe(`${past}/api/v1/pods?watch=true`);
    const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    expect(requests(5)(`http://cluster${reviews}`, { method: 'POST' }).url).toBe(past + reviews);
    const local = '/apis/authorization.cluster.io/v1/namespaces/shop/localsubjectaccessreviews?dryRun=All';
    expect(requests(5)(`http://cluster${local}`, { method: 'POST' }).url).toBe(past + local);
  });

  it('are refused with a moment when they create objects of groups that resemble those of reviews', () => {
    for (const collection of [
      '/apis/authentication.example.com/v1/keys',
      '/apis/debug.example.com/v1/accesses',
      '/apis/debug.tabplane.dev/v1alpha1/admissiontrials',
    ])
      expect(() => requests(5)(`http://cluster${collection}`, { method: 'POST' })).toThrow(/Return to now/);
  });

  it('are refused with a moment when they write', () => {
    expect(() => requests(5)('http://cluster/api/v1/pods', { method: 'POST' })).toThrow(/Return to now/);
  });

  it('are refused in a saved session when they write, also without a moment', () => {
    const pods = 'http://cluster/api/v1/pods';
    expect(() => requests(undefined, true)(pods, { method: 'POST' })).toThrow(/saved session.*Continue it first/);
    expect(requests(undefined, true)(pods, {}).url).toBe(pods);
  });
});

const resource = {
  ...{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true },
  verbs: ['create', 'update', 'delete', 'list'],
} as unknown as DiscoveredResource;

const configMap = (name: string, text: string, metadata: object = {}) => ({
  resource,
  object: {
    ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { text } },
    metadata: { name, namespace: 'shop', uid: `uid of ${name}`, resourceVersion: text, ...metadata },
  } as unknown as ApiObject,
});

describe('a comparison of two moments', () => {
  it('has the objects that were created, changed and deleted, without the unchanged ones', () => {
    const differences = compareObjects(
      [configMap('same', '1'), configMap('changed', '1'), configMap('deleted', '1')],
      [configMap('same', '1', { resourceVersion: '9' }), configMap('changed', '2'), configMap('created', '2')],
    );
    expect(differences.map((one) => [(one.after ?? one.before)?.metadata.name, effectOf(one)])).toEqual([
      ['changed', 'changed'],
      ['created', 'created'],
      ['deleted', 'deleted'],
    ]);
    expect(differences[0]?.changes).toEqual([{ type: 'changed', field: 'data.text', before: '1', after: '2' }]);
  });
});

describe('the plan of a restoration', () => {
  const planOf = (before: readonly ReturnType<typeof configMap>[], after: readonly ReturnType<typeof configMap>[]) =>
    planRestoration(compareObjects(before, after));

  it('creates, updates and deletes, and updates only the state that was compared', () => {
    const plan = planOf(
      [configMap('changed', '1'), configMap('deleted', '1')],
      [configMap('changed', '2'), configMap('created', '2')],
    );
    expect(plan.writes.map(({ action, object }) => [action, object.metadata.name])).toEqual([
      ['update', 'changed'],
      ['delete', 'created'],
      ['create', 'deleted'],
    ]);
    expect(plan.writes[0]?.object).toMatchObject({ data: { text: '1' }, metadata: { resourceVersion: '2' } });
    expect(plan.writes[2]?.object.metadata).toEqual({ name: 'deleted', namespace: 'shop' });
    expect(restorationText(plan)).toBe('1 object is created, 1 object is updated and 1 object is deleted.');
  });

  it('leaves nodes, and the endpoints that a controller writes, with the reason', () => {
    const node = { ...configMap('worker', '1'), resource: { ...resource, kind: 'Node', resource: 'nodes' } };
    const endpoints = (name: string, metadata: object) => ({
      ...configMap(name, '1', metadata),
      resource: { ...resource, kind: 'Endpoints', resource: 'endpoints' },
    });
    const managedFields = [{ manager: 'kube-controller-manager' }];
    const plan = planOf([node, endpoints('web', { managedFields }), endpoints('external', {})], []);
    expect(plan.left.map(({ reason }) => reason)).toEqual([
      'Its controller writes it again from the Service and its pods.',
      'Nodes register themselves, and controllers taint them.',
    ]);
    expect(plan.writes.map(({ object }) => object.metadata.name)).toEqual(['external']);
  });

  it('notes what the creation and the deletion of a namespace mean for its objects', () => {
    const namespace = (name: string) => ({
      ...configMap(name, '1', { namespace: undefined }),
      resource: { ...resource, kind: 'Namespace', resource: 'namespaces', namespaced: false },
    });
    const plan = planOf([namespace('old')], [namespace('new')]);
    expect(plan.writes.map(({ action, note }) => [action, note])).toEqual([
      ['delete', 'All objects in it are deleted with it, selected or not.'],
      ['create', 'Its objects come back only when they are selected, too.'],
    ]);
  });

  it('leaves controlled objects to their controller', () => {
    const ownerReferences = [{ kind: 'Deployment', name: 'web', controller: true }];
    const plan = planOf([configMap('owned', '1', { ownerReferences })], []);
    expect(plan.writes).toEqual([]);
    expect(plan.left.map(({ reason }) => reason)).toEqual(['Deployment web controls it, and is restored instead.']);
    expect(restorationText(plan)).toBe('Nothing is written.');
  });
});
