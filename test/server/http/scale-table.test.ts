import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { tableJson } from '../../../src/server/http/table-json.ts';
import { createReadServer } from '../read-server.ts';

test('a Scale has the same columns for every scaled resource', async () => {
  const { server } = await createReadServer();
  const resource = server.resources.find('apps', 'v1', 'deployments');
  if (!resource) throw new Error('deployments are not served');
  const scale = {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'web', creationTimestamp: '2023-11-21T10:00:00Z' },
    spec: { replicas: 3 },
    status: { replicas: 2 },
  } as ApiObject;
  const table = tableJson(
    [{ stored: scale, json: () => JSON.stringify(scale) }],
    {},
    {
      apiVersion: 'meta.k8s.io/v1',
      includeObject: 'None',
      now: Date.parse('2023-11-21T10:01:00Z'),
      dialect: kubernetesDialect,
      resource,
    },
  );
  const { columnDefinitions, rows } = JSON.parse(table) as { columnDefinitions: { name: string }[]; rows: unknown };
  expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Desired', 'Available', 'Age']);
  expect(rows).toEqual([{ cells: ['web', 3, 2, '60s'], object: null }]);
});
