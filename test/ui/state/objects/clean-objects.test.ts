import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { cleanObject, isServerCreated } from '../../../../src/client/manifests/clean-objects.ts';
import {
  countBy,
  exportable,
  kindOf,
  namespaceOf,
  selectObjects,
} from '../../../../src/ui/state/objects/export-selection.ts';

const SERVER = {
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-11-22T08:00:00Z',
  generation: 2,
  managedFields: [{ manager: 'kube-apiserver' }],
  ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' }],
};
const object = (kind: string, rest: object = {}, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'one', ...SERVER, ...metadata }, ...rest }) as unknown as ApiObject;

describe('a clean object', () => {
  it('has no server-written fields', () => {
    const cleaned = cleanObject(object('ConfigMap', { data: { a: '1' }, status: { phase: 'Active' } }));
    expect(cleaned).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { a: '1' } });
  });

  it('does not change the original', () => {
    const service = object('Service', { spec: { clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], type: 'ClusterIP' } });
    expect(cleanObject(service)).toMatchObject({ spec: { type: 'ClusterIP' } });
    expect(service).toMatchObject({ spec: { clusterIP: '10.0.0.1' } });
  });

  it.each([
    ['Service', { clusterIP: '10.0.0.1' }],
    ['Namespace', { finalizers: ['kubernetes'] }],
    ['Job', { selector: {} }],
    ['Secret', {}],
    ['constructor', {}],
  ])('keeps the specification of a custom resource of the kind %s', (kind, spec) => {
    const custom = object(kind, { apiVersion: 'serving.example.com/v1', spec, data: { a: '1' } });
    expect(cleanObject(custom)).toMatchObject({ spec, data: { a: '1' } });
  });

  it('keeps headless services headless', () => {
    expect(cleanObject(object('Service', { spec: { clusterIP: 'None' } }))).toMatchObject({
      spec: { clusterIP: 'None' },
    });
  });

  it('drops the fields that the server adds to namespaces and jobs', () => {
    const labels = { 'kubernetes.io/metadata.name': 'one' };
    expect(cleanObject(object('Namespace', { spec: { finalizers: ['kubernetes'] } }, { labels }))).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'one' },
    });
    const jobLabels = { app: 'a', 'controller-uid': 'u', 'batch.kubernetes.io/job-name': 'one' };
    const spec = { selector: { matchLabels: {} }, template: { metadata: { labels: jobLabels } } };
    expect(cleanObject(object('Job', { apiVersion: 'batch/v1', spec }))).toMatchObject({
      spec: { template: { metadata: { labels: { app: 'a' } } } },
    });
    expect(cleanObject(object('Job', { apiVersion: 'batch/v1', spec }))).not.toHaveProperty('spec.selector');
  });

  it('leaves service account tokens to the controller', () => {
    const secret = object('Secret', { type: 'kubernetes.io/service-account-token', data: { token: 'eA==' } });
    expect(cleanObject(secret)).not.toHaveProperty('data');
  });
});

describe('objects that every cluster has', () => {
  const byHand = { managedFields: [{ manager: 'kube-apiserver' }, { manager: 'kubectl' }] };
  const unmanaged = { managedFields: undefined };

  it('are those that only the server has written', () => {
    expect(isServerCreated(object('ClusterRole'))).toBe(true);
    expect(isServerCreated(object('ClusterRole', {}, byHand))).toBe(false);
    expect(isServerCreated(object('ConfigMap', {}, unmanaged))).toBe(false);
  });

  it('are unmodified default service accounts and kube-root-ca.crt', () => {
    const account = { ...unmanaged, name: 'default', namespace: 'a' };
    expect(isServerCreated(object('ServiceAccount', {}, account))).toBe(true);
    expect(isServerCreated(object('ServiceAccount', { imagePullSecrets: [] }, account))).toBe(false);
    expect(isServerCreated(object('ConfigMap', {}, { ...unmanaged, name: 'kube-root-ca.crt' }))).toBe(true);
  });
});

describe('a selection for export', () => {
  const all = [
    object('ConfigMap', {}, { managedFields: [], namespace: 'a', labels: { app: 'web' } }),
    object('Secret', {}, { managedFields: [], namespace: 'b' }),
    object('ClusterRole', {}, {}),
  ];
  const selection = {
    form: 'clean',
    withoutKinds: new Set<string>(),
    withoutNamespaces: new Set<string>(),
    labels: '',
  } as const;

  it('counts kinds and namespaces', () => {
    expect(countBy(exportable(all, 'exact'), namespaceOf)).toEqual([
      ['(cluster-scoped)', 1],
      ['a', 1],
      ['b', 1],
    ]);
    expect(countBy(exportable(all, 'clean'), kindOf)).toEqual([
      ['ConfigMap', 1],
      ['Secret', 1],
    ]);
  });

  it('excludes kinds, namespaces and other labels', () => {
    const kinds = (change: Partial<Parameters<typeof selectObjects>[1]>) =>
      selectObjects(all, { ...selection, ...change }).map(({ kind }) => kind);
    expect(kinds({})).toEqual(['ConfigMap', 'Secret']);
    expect(kinds({ withoutKinds: new Set(['Secret']) })).toEqual(['ConfigMap']);
    expect(kinds({ withoutNamespaces: new Set(['a']) })).toEqual(['Secret']);
    expect(kinds({ labels: 'app=web' })).toEqual(['ConfigMap']);
    expect(kinds({ labels: 'app in (' })).toEqual([]);
    expect(kinds({ form: 'exact' })).toEqual(['ConfigMap', 'Secret', 'ClusterRole']);
  });
});
