import type { ObjectMeta } from '../../../../api/kinds/meta-v1.generated.ts';
import type { TableColumnDefinition, TableRow } from '../../../../client/table.ts';

/** A pod as the server's table shows it. */
export interface PodRow {
  readonly metadata: ObjectMeta;
  /** `1/2`: ready containers of all. */
  readonly ready: string;
  /** The phase, or the reason why the pod is not further: `ContainerCreating`, `CrashLoopBackOff`. */
  readonly status: string;
  readonly restarts: string;
  /** Empty before the pod is scheduled. */
  readonly node: string;
}

/** Returns the pods of the server's table, newest first. */
export function podRows(rows: readonly TableRow[], columns: readonly TableColumnDefinition[]): PodRow[] {
  const indexes = new Map(columns.map(({ name }, index) => [name, index]));
  return rows
    .map(({ cells, object }) => {
      const cell = (column: string): string => String(cells[indexes.get(column) ?? -1] ?? '');
      const node = cell('Node');
      return {
        metadata: object.metadata,
        ready: cell('Ready'),
        status: cell('Status'),
        restarts: cell('Restarts'),
        node: node === '<none>' ? '' : node,
      };
    })
    .toSorted((a, b) => compareAges(a.metadata, b.metadata));
}

const compareAges = (a: ObjectMeta, b: ObjectMeta): number =>
  (b.creationTimestamp ?? '').localeCompare(a.creationTimestamp ?? '') || (a.name ?? '').localeCompare(b.name ?? '');

const GOOD = new Set(['Running', 'Succeeded', 'Completed']);
const WAITING = /^(Pending|ContainerCreating|PodInitializing|Terminating|SchedulingGated|NotReady|Init:\d+\/\d+)$/;

/** Returns how a pod's status is marked. */
export const podStatusMark = ({ status, ready }: PodRow): 'success' | 'info' | 'danger' => {
  if (WAITING.test(status)) return 'info';
  const [isReady, all] = ready.split('/');
  if (status === 'Running' && isReady !== all) return 'info';
  return GOOD.has(status) ? 'success' : 'danger';
};
