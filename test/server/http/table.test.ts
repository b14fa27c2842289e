import { expect, test } from 'vitest';
import { partialJson } from '../../../src/server/http/table-json.ts';

const metadata = { name: 'a', annotations: { 'deprecated.daemonset.template.generation': '2' } };

test('what is a field in the types of the server is no metadata', () => {
  const daemonSet = { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata };
  expect(JSON.parse(partialJson(daemonSet, 'meta.k8s.io/v1')).metadata).toEqual({ name: 'a' });
});

test('annotations of others stay', () => {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  expect(JSON.parse(partialJson(configMap, 'meta.k8s.io/v1')).metadata).toEqual(metadata);
});
