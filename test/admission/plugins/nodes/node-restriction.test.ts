import { describe, expect, test } from 'vitest';
import { StatusError } from '../../../../src/api/status.ts';
import { AdmissionHarness, type Given, pod } from '../../admission-harness.ts';

const USER = { username: 'system:node:n1', groups: ['system:nodes'] };

/** A cluster with the node n1, a pod on it and a pod on another node. All requests come from n1. */
class Cluster {
  readonly #harness = new AdmissionHarness('NodeRestriction')
    .put('nodes', { metadata: { name: 'n1', uid: 'u1' } })
    .put(
      'pods',
      { ...pod({ nodeName: 'n1' }), metadata: { name: 'mine', namespace: 'x', uid: 'p1' } },
      { ...pod({ nodeName: 'n2' }), metadata: { name: 'other', namespace: 'x', uid: 'p2' } },
    );

  /** Returns the message of a denial, with its status unless it is a plain 403. */
  async denial(given: Given): Promise<string> {
    try {
      await this.#harness.admit({ user: USER, ...given });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return error.code === 403 ? error.message.replace(/^.* is forbidden: /, '') : `${error.code} ${error.message}`;
    }
    return 'admitted';
  }
}

const owner = { apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'u1', controller: true };
const mirror = (spec: object = {}, { ownerReferences = [owner] as object[], container = {} } = {}): Given => ({
  object: pod(
    { nodeName: 'n1', ...spec },
    { annotations: { 'kubernetes.io/config.mirror': 'm' }, ownerReferences },
    container,
  ),
});

describe('a node may only create mirror pods', () => {
  const can = 'node "n1" can only create pods with';
  const cannot = 'node "n1" can not create pods that reference';
  test.each<[string, Given, string]>([
    ['a mirror pod on the node', mirror(), 'admitted'],
    [
      'a pod that is not a mirror pod',
      { object: pod() },
      'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
    ],
    ['a mirror pod on another node', mirror({ nodeName: 'n2' }), `${can} spec.nodeName set to itself`],
    ['a mirror pod without an owner', mirror({}, { ownerReferences: [] }), `${can} an owner reference set to itself`],
    [
      'a mirror pod with two owners',
      mirror({}, { ownerReferences: [owner, owner] }),
      `${can} a single owner reference set to itself`,
    ],
    [
      'a mirror pod of an owner that was deleted and recreated',
      mirror({}, { ownerReferences: [{ ...owner, uid: 'u0' }] }),
      'node n1 UID mismatch: expected u0 got u1',
    ],
    ['a mirror pod with a service account', mirror({ serviceAccountName: 'a' }), `${cannot} a service account`],
    ['a mirror pod with a secret', mirror({ imagePullSecrets: [{ name: 's' }] }), `${cannot} secrets`],
    [
      'a mirror pod with a config map volume',
      mirror({ volumes: [{ name: 'v', configMap: {} }] }),
      `${cannot} configmaps`,
    ],
    [
      'a mirror pod with a projected config map',
      mirror({ volumes: [{ name: 'v', projected: { sources: [{ configMap: {} }] } }] }),
      `${cannot} configmaps`,
    ],
    [
      'a mirror pod with a config map in its environment',
      mirror({}, { container: { envFrom: [{ configMapRef: { name: 'm' } }] } }),
      `${cannot} configmaps`,
    ],
    [
      'a mirror pod with a variable from a config map',
      mirror({}, { container: { env: [{ name: 'a', valueFrom: { configMapKeyRef: { name: 'm', key: 'k' } } }] } }),
      `${cannot} configmaps`,
    ],
    [
      'a mirror pod with a projected service account token',
      mirror({ volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: {} }] } }] }),
      'admitted',
    ],
    [
      'a mirror pod with a claim',
      mirror({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }),
      `${cannot} persistentvolumeclaims`,
    ],
  ])('%s', async (_title, given, expected) => {
    expect(await new Cluster().denial(given)).toBe(expected);
  });

  test('a missing owner returns 404 with the message of a lister', async () => {
    const harness = new AdmissionHarness('NodeRestriction');
    expect(await harness.denial({ user: USER, ...mirror() })).toBe('node "n1" not found');
  });
});

describe('a node may only change the pods on it', () => {
  const eviction = (name: string): Given => ({ resource: 'pods/eviction', kind: 'Eviction', name, object: {} });
  const token = (boundObjectRef: object): Given => ({
    ...{ resource: 'serviceaccounts/token', kind: 'TokenRequest', name: 'default' },
    object: { spec: { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', ...boundObjectRef } } },
  });
  test.each<[string, Given, string]>([
    ['evicts its own pod', eviction('mine'), 'admitted'],
    ['evicts a pod of another node', eviction('other'), 'node n1 can only evict pods with spec.nodeName set to itself'],
    ['evicts a missing pod', eviction('none'), '404 pod "none" not found'],
    ['deletes its own pod', { operation: 'DELETE', name: 'mine' }, 'admitted'],
    [
      'deletes a pod of another node',
      { operation: 'DELETE', name: 'other' },
      'node "n1" can only delete pods with spec.nodeName set to itself',
    ],
    ['deletes a collection, which has no name', { operation: 'DELETE', name: '' }, '404 pod "" not found'],
    ['requests a token for a missing pod', token({ name: 'none', uid: 'p0' }), '404 pod "none" not found'],
    [
      'requests a token for a pod of another node',
      token({ name: 'other', uid: 'p2' }),
      'node requested token bound to a pod scheduled on a different node',
    ],
    ['requests a token for its own pod', token({ name: 'mine', uid: 'p1' }), 'admitted'],
  ])('%s', async (_title, given, expected) => {
    expect(await new Cluster().denial(given)).toBe(expected);
  });

  test('a node may not change labels or resource claims in a pod status', async () => {
    const live = pod({ nodeName: 'n1' });
    const update = (changes: object): Given => ({
      ...{ operation: 'UPDATE', resource: 'pods/status', name: 'p', oldObject: live },
      object: { ...live, ...changes },
    });
    const cluster = new Cluster();
    expect(await cluster.denial(update({ status: { phase: 'Running' } }))).toBe('admitted');
    expect(await cluster.denial(update({ metadata: { name: 'p', labels: { a: 'b' } } }))).toBe(
      'node "n1" cannot update labels through pod status',
    );
    expect(await cluster.denial(update({ status: { resourceClaimStatuses: [{ name: 'c' }] } }))).toBe(
      'node "n1" cannot update resource claim statues',
    );
  });
});

describe('a node and its Node object', () => {
  const node = (name: string, spec: object = {}, labels: object = {}) => ({ metadata: { name, labels }, spec });
  const about = (given: Given): Given => ({ resource: 'nodes', kind: 'Node', name: 'n1', ...given });
  const foreign = { 'kubernetes.io/made-up': 'a' };
  const configSource = { configMap: { name: 'c' } };
  const update = (object: object, oldObject: object = node('n1')) => about({ operation: 'UPDATE', object, oldObject });
  test.each<[string, Given, string]>([
    [
      'ownership is checked before labels',
      about({ name: 'n2', object: node('n2', {}, foreign) }),
      'node "n1" is not allowed to modify node "n2"',
    ],
    [
      'a generateName is not a name',
      about({ name: '', object: { metadata: { generateName: 'n' } } }),
      'node "n1" is not allowed to modify node ""',
    ],
    [
      'reserved Kubernetes labels on creation',
      about({ object: node('n1', {}, foreign) }),
      'node "n1" is not allowed to set the following labels: kubernetes.io/made-up',
    ],
    [
      'reserved Kubernetes labels in an update',
      update(node('n1', {}, foreign)),
      'is not allowed to modify labels: kubernetes.io/made-up',
    ],
    [
      'a configSource on creation',
      about({ object: node('n1', { configSource }) }),
      'node "n1" is not allowed to create pods with a non-nil configSource',
    ],
    [
      'a configSource in an update',
      update(node('n1', { configSource })),
      'node "n1" is not allowed to update configSource to a new non-nil configSource',
    ],
    ['removing a configSource', update(node('n1'), node('n1', { configSource })), 'admitted'],
    [
      'taints are checked before labels',
      update(node('n1', { taints: [{ key: 'a', effect: 'NoSchedule' }] }, foreign)),
      'node "n1" is not allowed to modify taints',
    ],
    ['a deletion', about({ operation: 'DELETE' }), 'admitted'],
    [
      'the deletion of a collection',
      about({ operation: 'DELETE', name: '' }),
      'node "n1" is not allowed to modify node ""',
    ],
  ])('%s', async (_title, given, expected) => {
    expect(await new Cluster().denial(given)).toBe(expected);
  });
});

test('a node may only change the size and conditions in the status of a claim', async () => {
  const claim = (status: object, metadata: object = {}) => ({
    metadata: { name: 'c', ...metadata },
    spec: { storageClassName: 's' },
    status: { phase: 'Bound', ...status },
  });
  const statusUpdate = (object: object): Given => ({
    ...{ operation: 'UPDATE', resource: 'persistentvolumeclaims/status', kind: 'PersistentVolumeClaim', name: 'c' },
    ...{ oldObject: claim({}, { resourceVersion: '5' }), object },
  });
  const cluster = new Cluster();
  expect(await cluster.denial(statusUpdate(claim({ capacity: { storage: '1Gi' }, conditions: [] })))).toBe('admitted');
  const denied = 'node "n1" is not allowed to update fields other than status.capacity and status.conditions: ';
  expect(await cluster.denial(statusUpdate(claim({ phase: 'Lost' })))).toBe(`${denied}replace /status/phase`);
  expect(await cluster.denial(statusUpdate(claim({}, { labels: { a: 'b' } })))).toBe(`${denied}add /metadata/labels`);
  expect(await cluster.denial({ ...statusUpdate(claim({})), resource: 'persistentvolumeclaims' })).toBe(
    'may only update PVC status',
  );
});
