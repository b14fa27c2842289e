import { expect, it } from 'vitest';
import { refuseReplaced } from '../../../../src/hosts/worker/clusters/refuse-replaced.ts';

const requestFor = (database?: string): Request =>
  new Request('http://localhost/api/v1/pods', database ? { headers: { 'tabplane-database': database } } : {});

it('rejects requests of pages that show a cluster which is no longer open', async () => {
  const response = refuseReplaced(requestFor('tabplane-a'), 'tabplane-b');
  expect(response?.status).toBe(409);
  expect(await response?.json()).toMatchObject({ kind: 'Status', reason: 'Conflict' });
});

it('accepts all other requests', () => {
  expect(refuseReplaced(requestFor('tabplane-a'), 'tabplane-a')).toBeUndefined();
  expect(refuseReplaced(requestFor(), 'tabplane-a')).toBeUndefined();
});
