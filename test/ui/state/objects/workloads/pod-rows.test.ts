import { expect, test } from 'vitest';
import { type PodRow, podRows, podStatusMark } from '../../../../../src/ui/state/objects/workloads/pod-rows.ts';

const column = (name: string) => ({ name, type: 'string', format: '', description: '', priority: 0 });
const COLUMNS = ['Name', 'Ready', 'Status', 'Restarts', 'Node'].map(column);
const row = (name: string, creationTimestamp: string, ...cells: unknown[]) => ({
  cells: [name, ...cells],
  object: { metadata: { name, creationTimestamp } },
});

test('pods are the rows of the server, newest first', () => {
  const rows = [
    row('old', '2026-01-01T00:00:00Z', '1/1', 'Running', '2 (5s ago)', 'node-1'),
    row('new-b', '2026-01-02T00:00:00Z', '0/1', 'Pending', 0, '<none>'),
    row('new-a', '2026-01-02T00:00:00Z', '0/1', 'Pending', 0, '<none>'),
  ];
  const pods = podRows(rows, COLUMNS);
  expect(pods.map(({ metadata }) => metadata.name)).toEqual(['new-a', 'new-b', 'old']);
  expect(pods[0]).toMatchObject({ ready: '0/1', status: 'Pending', restarts: '0', node: '' });
  expect(pods[2]).toMatchObject({ ready: '1/1', status: 'Running', restarts: '2 (5s ago)', node: 'node-1' });
});

test.each([
  ['Running', '1/1', 'success'],
  ['Running', '1/2', 'info'],
  ['Completed', '0/1', 'success'],
  ['ContainerCreating', '0/1', 'info'],
  ['Init:0/2', '0/1', 'info'],
  ['Terminating', '1/1', 'info'],
  ['Init:CrashLoopBackOff', '0/1', 'danger'],
  ['ImagePullBackOff', '0/1', 'danger'],
  ['OOMKilled', '0/1', 'danger'],
] as const)('a pod that is %s with %s ready is marked as %s', (status, ready, mark) => {
  expect(podStatusMark({ metadata: {}, ready, status, restarts: '0', node: '' } as PodRow)).toBe(mark);
});
