import { expect, it } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const GROUP = 'flowcontrol.apiserver.k8s.io';

it.each([
  ['v1beta2', 'assuredConcurrencyShares'],
  ['v1beta3', 'nominalConcurrencyShares'],
])('errors for a priority level in %s use the field name of that version', async (version, field) => {
  const { server, post } = await createWholeServer();
  const response = await post(`/apis/${GROUP}/${version}/prioritylevelconfigurations`, {
    apiVersion: `${GROUP}/${version}`,
    kind: 'PriorityLevelConfiguration',
    metadata: { name: 'slow' },
    spec: { type: 'Limited', limited: { [field]: -1, limitResponse: { type: 'Reject' } } },
  });
  const { details } = (await response.json()) as { details: { causes: { field: string }[] } };
  expect(details.causes.map((cause) => cause.field)).toEqual([`spec.limited.${field}`]);
  await server.close();
});
