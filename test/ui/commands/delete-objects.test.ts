import { expect, test, vi } from 'vitest';
import type { Application } from '../../../src/ui/application.ts';
import { deleteObjects } from '../../../src/ui/commands/delete-objects.ts';

test('objects are deleted with the chosen propagation policy', async () => {
  const remove = vi.fn(async () => undefined);
  const notify = vi.fn();
  const application = {
    client: { delete: remove },
    notifications: { getState: () => ({ notify }) },
  } as unknown as Application;
  const jobs = { group: 'batch', version: 'v1', resource: 'jobs' };
  await deleteObjects(application, jobs, [{ namespace: 'default', name: 'backup', uid: 'u' }], 'Foreground');
  expect(remove).toHaveBeenCalledWith(
    { ...jobs, namespace: 'default', name: 'backup' },
    { propagationPolicy: 'Foreground', preconditions: { uid: 'u' } },
  );
  expect(notify).toHaveBeenCalledWith('success', 'Deleted backup');
});
