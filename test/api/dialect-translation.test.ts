import { describe, expect, it } from 'vitest';
import { clusterDialect } from '../../src/api/dialect.ts';
import { groupInDialect, type Translation, translateText, translateValue } from '../../src/api/dialect-translation.ts';
import { resourceRows } from '../../src/schema/kind-tables.ts';

const GROUPS = [...new Set(resourceRows.map(({ group }) => group))].filter((group) => group.includes('.'));
const BOTH = new Set([...GROUPS, ...GROUPS.map((group) => clusterDialect.renameText(group))]);
const toCluster: Translation = { to: 'cluster', isServedGroup: (group) => BOTH.has(group) };
const toKubernetes: Translation = { to: 'kubernetes', isServedGroup: (group) => BOTH.has(group) };

const ROLE = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: {
    name: 'reader',
    labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true', 'app.kubernetes.io/name': 'reader' },
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  },
  rules: [{ apiGroups: ['', 'networking.k8s.io', 'gateway.networking.k8s.io'], resources: ['*'], verbs: ['get'] }],
};

describe('names in the other dialect', () => {
  it('translates every API group of the server', () => {
    expect(GROUPS.length).toBeGreaterThan(10);
    for (const group of GROUPS) {
      const renamed = clusterDialect.renameText(group);
      expect(groupInDialect(group, 'cluster')).toBe(renamed);
      expect(groupInDialect(renamed, 'kubernetes')).toBe(group);
      expect(groupInDialect(group, 'kubernetes')).toBeUndefined();
    }
  });

  it('translates groups, references and well-known labels, and back', () => {
    const translated = translateValue(ROLE, toCluster);
    expect(translated.apiVersion).toBe('rbac.authorization.cluster.io/v1');
    expect(translated.rules[0]?.apiGroups).toEqual(['', 'networking.cluster.io', 'gateway.networking.k8s.io']);
    expect(translated.metadata.labels).toEqual({
      'rbac.authorization.cluster.io/aggregate-to-view': 'true',
      'app.kubernetes.io/name': 'reader',
    });
    expect(translateValue(translated, toKubernetes)).toEqual(ROLE);
  });

  it.each([
    'kubernetes.io/hostname',
    'kubernetes.io/kube-apiserver-client-kubelet',
    'kubernetes.io/kubelet-serving',
    'pod-security.kubernetes.io/enforce',
    'node-role.kubernetes.io/control-plane',
    'bootstrap.kubernetes.io/token',
    'storageclass.kubernetes.io/is-default-class',
  ])('translates %s as the server renames it, and back', (name) => {
    const renamed = clusterDialect.renameText(name);
    expect(translateText(name, toCluster)).toBe(renamed);
    expect(translateText(renamed, toKubernetes)).toBe(name);
  });

  it('does not translate user content', () => {
    const object = {
      data: { 'a.yaml': 'networking.k8s.io/v1' },
      spec: { image: 'registry.k8s.io/pause:3.9', args: ['kubernetes.io/hostname'], url: 'https://kubernetes.io/docs' },
    };
    expect(translateValue(object, toCluster)).toEqual(object);
  });
});
