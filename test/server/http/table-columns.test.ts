import { expect, test } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

test('descriptions that the author of a custom resource wrote are not renamed in the cluster dialect', async () => {
  const { get, post } = await createWholeServer({ flags: { dialect: 'cluster' } });
  const description = 'See rbac.authorization.k8s.io.';
  await post('/apis/apiextensions.cluster.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.cluster.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      names: { plural: 'widgets', kind: 'Widget' },
      scope: 'Cluster',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
          additionalPrinterColumns: [{ name: 'Rules', type: 'string', jsonPath: '.kind', description }],
        },
      ],
    },
  });
  const accept = { accept: 'application/json;as=Table;g=meta.cluster.io;v=v1' };
  const readTable = async () => (await get('/apis/example.com/v1/widgets', accept)).json();
  await expect.poll(async () => (await readTable()).columnDefinitions?.[1]?.description).toBe(description);
});
