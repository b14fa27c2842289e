import { expect, it } from 'vitest';
import { rejectReplaced } from '../../../../src/hosts/worker/clusters/reject-replaced.ts';

const requestFor = (database?: string): Request =>
  new Request('http://localhost/api/v1/pods', database ? { headers: { 'tabplane-database': database } } : {});

it('rejects requests of pages that show a cluster which is no longer open', async () => {
  const response = rejectReplaced(requestFor('tabplane-a'), 'tabplane-b');
  expect(response?.status).toBe(409);
  expect(await response?.json()).toMatchObject({ kind: 'Status', reason: 'Conflict' });
});

it('accepts all other requests', () => {
  expect(rejectReplaced(requestFor('tabplane-a'), 'tabplane-a')).toBeUndefined();
  expect(rejectReplaced(requestFor(), 'tabplane-a')).toBeUndefined();
});
