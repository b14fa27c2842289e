import { expect, test } from 'vitest';
import { partialJson } from '../../../src/server/http/table-json.ts';

const metadata = { name: 'a', annotations: { 'deprecated.daemonset.template.generation': '2' } };

test('annotations that are fields in the internal types are not metadata', () => {
  const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata };
  expect(JSON.parse(partialJson(daemonSet, 'meta.k8s.io/v1')).metadata).toEqual({ name: 'a' });
});

test('other annotations stay', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  expect(JSON.parse(partialJson(configMap, 'meta.k8s.io/v1')).metadata).toEqual(metadata);
});
