import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import type { WhySource } from '../../../src/client/why/view.ts';
import { explain } from '../../../src/client/why/why.ts';

const RUNNING = [{ name: 'persistentvolume-binder-controller', isRunning: true }];

/** A source for a caller who may list nothing, or who finds nothing. */
function emptySource(mayList: boolean): WhySource {
  return {
    ...{ dialect: kubernetesDialect, now: 0, controllers: RUNNING, rate: 1, moves: [], denials: [] },
    list: async () => (mayList ? [] : undefined),
  };
}

const service: ApiObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop', uid: 'a' },
};
const node = {
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', uid: 'b' } },
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
} as ApiObject;

describe('a count of objects', () => {
  it.each([
    ['endpoints', service],
    ['requested.cpu', node],
  ])('%s is unknown to callers who may not list them', async (count, object) => {
    expect(await explain(object, emptySource(true), { count })).toBeDefined();
    expect(await explain(object, emptySource(false), { count })).toBeUndefined();
  });
});

describe('the state of an object', () => {
  const pod = {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-1', namespace: 'shop', uid: 'c' } },
    spec: { nodeName: 'a', containers: [{ name: 'web' }] },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  } as ApiObject;
  const claim = {
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'shop', uid: 'd' } },
    spec: { storageClassName: 'fast' },
    status: { phase: 'Pending' },
  } as ApiObject;
  const selecting = { ...service, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } } as ApiObject;
  const bound = {
    ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name: 'b', namespace: 'shop' } },
    roleRef: { kind: 'Role', name: 'reader', apiGroup: 'rbac.authorization.k8s.io' },
    subjects: [{ kind: 'ServiceAccount', name: 'web' }],
  } as ApiObject;

  it.each([
    ['pod', pod, 'node-gone'],
    ['claim', claim, 'storage-class-missing'],
    ['service', selecting, 'selector-without-pods'],
    ['binding', bound, 'role-missing'],
  ])('of a %s is not explained by the absence of objects that the caller may not list', async (_, object, rule) => {
    const rulesFor = async (mayList: boolean) =>
      (await explain(object, emptySource(mayList))).causes.map((cause) => cause.rule);
    expect(await rulesFor(true)).toContain(rule);
    expect(await rulesFor(false)).not.toContain(rule);
  });

  it('says that nothing is wrong only as far as the caller may read', async () => {
    expect((await explain(pod, emptySource(false))).sentence).toBe(
      'Running. Nothing is wrong with it, as far as you may read.',
    );
  });
});
