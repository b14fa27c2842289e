import { expect, test } from 'vitest';
import { partialJson } from '../../../src/server/http/table-json.ts';

const metadata = { name: 'a', annotations: { 'deprecated.daemonset.template.generation': '2' } };

test('partial metadata omits annotations that hold fields of the internal types', () => {
  const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata };
  expect(JSON.parse(partialJson(daemonSet, 'meta.k8s.io/v1')).metadata).toEqual({ name: 'a' });
});

test('partial metadata keeps other annotations', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  expect(JSON.parse(partialJson(configMap, 'meta.k8s.io/v1')).metadata).toEqual(metadata);
});
