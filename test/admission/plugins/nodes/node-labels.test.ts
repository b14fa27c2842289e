import { expect, test } from 'vitest';
import { forbiddenLabels } from '../../../../src/admission/plugins/nodes/node-labels.ts';
import { clusterDialect, kubernetesDialect } from '../../../../src/api/dialect.ts';

test('a node may set kubelet labels and foreign labels, but not reserved Kubernetes labels', () => {
  const labels = { 'kubernetes.io/hostname': 'n', 'node.kubernetes.io/mine': 'a', mine: 'b', 'kubernetes.io/x': 'c' };
  expect(forbiddenLabels(labels, {}, kubernetesDialect)).toEqual(['kubernetes.io/x']);
});

test('both dialects list labels in the same order', () => {
  const ofKubernetes = { 'kubernetes.io/x': 'a', 'foo.k8s.io/y': 'b' };
  expect(forbiddenLabels(ofKubernetes, {}, kubernetesDialect)).toEqual(['foo.k8s.io/y', 'kubernetes.io/x']);
  const ofCluster = { 'cluster.io/x': 'a', 'foo.cluster.io/y': 'b' };
  expect(forbiddenLabels(ofCluster, {}, clusterDialect)).toEqual(['foo.cluster.io/y', 'cluster.io/x']);
});
