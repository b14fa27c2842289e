import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { type KindKey, kindKeyOf } from '../../../src/client/objects/kind-key.ts';
import { type DeletedObject, deletionPlan, type PropagationPolicy } from '../../../src/client/relations/deletion.ts';
import { removerOf } from '../../../src/client/relations/finalizers.ts';

const dialect = kubernetesDialect;

function object(kind: string, name: string, owners: readonly ApiObject[] = [], more: object = {}): ApiObject {
  const [apiVersion = '', plain = ''] = kind.includes(' ') ? kind.split(' ') : ['v1', kind];
  const isOfCluster = ['Namespace', 'CustomResourceDefinition', 'PersistentVolume'].includes(plain);
  const { metadata, ...rest } = more as { metadata?: object };
  return {
    apiVersion,
    kind: plain,
    metadata: {
      name,
      uid: `uid of ${name}`,
      ...(isOfCluster ? {} : { namespace: 'shop' }),
      ...(owners.length > 0 ? { ownerReferences: owners.map((owner, index) => reference(owner, index === 0)) } : {}),
      ...metadata,
    },
    ...rest,
  } as ApiObject;
}

const reference = ({ apiVersion, kind, metadata }: ApiObject, controller: boolean) => ({
  apiVersion,
  kind,
  name: metadata.name ?? '',
  uid: metadata.uid ?? '',
  controller,
});

function known(...objects: readonly ApiObject[]): ReadonlyMap<KindKey, readonly ApiObject[]> {
  const kinds = new Set(objects.map((one) => kindKeyOf(one, dialect)));
  return new Map([...kinds].map((kind) => [kind, objects.filter((one) => kindKeyOf(one, dialect) === kind)]));
}

const plan = (root: ApiObject, others: readonly ApiObject[], policy: PropagationPolicy = 'Background') =>
  deletionPlan([root], known(root, ...others), policy, dialect);

/** Returns a tree as text, such as `web (set (pod))`. */
const treeText = ({ name, dependents }: DeletedObject): string =>
  dependents.length > 0 ? `${name} (${dependents.map(treeText).join(' ')})` : name;

const deployment = object('apps/v1 Deployment', 'web');
const set = object('apps/v1 ReplicaSet', 'set', [deployment]);
const pod = object('Pod', 'pod', [set]);

describe('the plan of a deletion', () => {
  it('shows dependents at every depth as a tree', () => {
    const { roots, dependents } = plan(deployment, [set, pod, object('Pod', 'other')]);
    expect([roots.map(treeText), dependents]).toEqual([['web (set (pod))'], 2]);
  });

  it('keeps orphaned dependents and all objects below them', () => {
    const { roots, kept, dependents } = plan(deployment, [set, pod], 'Orphan');
    expect([roots.map(treeText), dependents]).toEqual([['web'], 0]);
    expect(kept).toEqual([{ kind: 'apps/ReplicaSet', namespace: 'shop', name: 'set' }]);
  });

  it('keeps dependents with another owner, even when the kind of that owner is unknown', () => {
    const other = object('ConfigMap', 'other');
    const shared = object('Secret', 'shared', [deployment, other]);
    expect(plan(deployment, [shared, other]).kept).toMatchObject([{ name: 'shared' }]);
    expect(plan(deployment, [shared]).kept).toMatchObject([{ name: 'shared' }]);
  });

  it('deletes dependents whose other owner does not exist or is deleted by the same plan', () => {
    const other = object('ConfigMap', 'other', [deployment]);
    const shared = object('Secret', 'shared', [deployment, other]);
    expect(plan(deployment, [other, shared]).kept).toEqual([]);
    expect(plan(deployment, [object('ConfigMap', 'unrelated'), shared]).dependents).toBe(1);
  });

  it('is finite for objects that own each other', () => {
    const [first, second] = [object('ConfigMap', 'first'), object('ConfigMap', 'second')];
    const circle = [object('ConfigMap', 'first', [second]), object('ConfigMap', 'second', [first])] as const;
    expect(plan(circle[0], [circle[1]]).roots.map(treeText)).toEqual(['first (second)']);
  });

  it('contains the objects of a namespace below their owners', () => {
    const namespace = object('Namespace', 'shop', [], { spec: { finalizers: ['kubernetes'] } });
    const elsewhere = object('ConfigMap', 'elsewhere', [], { metadata: { namespace: 'other' } });
    const { roots, finalizers } = plan(namespace, [deployment, set, pod, object('ConfigMap', 'settings'), elsewhere]);
    expect(roots.map(treeText)).toEqual(['shop (web (set (pod)) settings)']);
    expect(finalizers).toEqual([
      { kind: 'core/Namespace', namespace: undefined, name: 'shop', finalizer: 'kubernetes' },
    ]);
  });

  it('contains the objects of a deleted definition', () => {
    const spec = { group: 'shop.example', names: { kind: 'Widget' } };
    const definition = object('apiextensions.k8s.io/v1 CustomResourceDefinition', 'widgets.shop.example', [], { spec });
    const widget = object('shop.example/v1 Widget', 'first');
    expect(plan(definition, [widget]).roots.map(treeText)).toEqual(['widgets.shop.example (first)']);
  });

  it('contains the finalizers of all deleted objects', () => {
    const held = object('Pod', 'held', [deployment], { metadata: { finalizers: ['example.com/backup'] } });
    expect(plan(deployment, [held]).finalizers).toEqual([
      { kind: 'core/Pod', namespace: 'shop', name: 'held', finalizer: 'example.com/backup' },
    ]);
  });

  it('lists broken references of remaining objects, except optional ones and those of controlled objects', () => {
    const settings = object('ConfigMap', 'settings');
    const spec = (optional: boolean) => ({
      containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'settings', optional } }] }],
    });
    const user = object('Pod', 'user', [], { spec: spec(false) });
    const tolerant = object('Pod', 'tolerant', [], { spec: spec(true) });
    const template = { spec: { template: { spec: spec(false) } } };
    const controlled = object('apps/v1 ReplicaSet', 'controlled', [deployment], template);
    const { broken } = plan(settings, [user, tolerant, controlled, deployment]);
    expect(broken).toMatchObject([{ kind: 'core/Pod', name: 'user', relation: 'uses', to: { name: 'settings' } }]);
  });
});

describe('the references to a deleted pod', () => {
  it('exclude endpoints, which controllers rewrite', () => {
    const subsets = [{ addresses: [{ ip: '10.0.0.1', targetRef: { kind: 'Pod', name: 'pod' } }] }];
    expect(plan(pod, [object('Endpoints', 'web', [], { subsets })]).broken).toEqual([]);
  });
});

describe('the controller that removes a finalizer', () => {
  it('is known only for finalizers of the server and its controllers', () => {
    expect(removerOf('kubernetes.io/pvc-protection', dialect)).toMatch(/protection controller/);
    expect(removerOf('example.com/backup', dialect)).toBeUndefined();
  });
});
