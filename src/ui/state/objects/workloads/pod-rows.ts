import type { ObjectMeta } from '../../../../api/kinds/meta-v1.generated.ts';
import type { TableColumnDefinition, TableRow } from '../../../../client/table.ts';

/** A pod as the server's table shows it. */
export interface PodRow {
  readonly metadata: ObjectMeta;
  /** `1/2`: ready containers of all. */
  readonly ready: string;
  /** The phase, or the reason that replaces it: `ContainerCreating`, `CrashLoopBackOff`. */
  readonly status: string;
  readonly restarts: string;
  /** Empty before the pod is scheduled. */
  readonly node: string;
}

/** Returns the pods of the server's table, newest first. Identical rows return identical pods. */
export function podRows(rows: readonly TableRow[], columns: readonly TableColumnDefinition[]): PodRow[] {
  const known = knownRows.get(columns) ?? new WeakMap<TableRow, PodRow>();
  knownRows.set(columns, known);
  const indexes = new Map(columns.map(({ name }, index) => [name, index]));
  const podOf = (row: TableRow): PodRow => {
    const pod = known.get(row) ?? podRow(row, indexes);
    known.set(row, pod);
    return pod;
  };
  return rows.map(podOf).toSorted((a, b) => compareAges(a.metadata, b.metadata));
}

/** Pods by row: views re-render only pods with a new identity. */
const knownRows = new WeakMap<readonly TableColumnDefinition[], WeakMap<TableRow, PodRow>>();

function podRow({ cells, object }: TableRow, indexes: ReadonlyMap<string, number>): PodRow {
  const cell = (column: string): string => String(cells[indexes.get(column) ?? -1] ?? '');
  const node = cell('Node');
  return {
    metadata: object.metadata,
    ready: cell('Ready'),
    status: cell('Status'),
    restarts: cell('Restarts'),
    node: node === '<none>' ? '' : node,
  };
}

const compareAges = (a: ObjectMeta, b: ObjectMeta): number =>
  compareTexts(b.creationTimestamp, a.creationTimestamp) || compareTexts(a.name, b.name);

/** Compares names and timestamps, which are ASCII: a collator would be many times slower. */
const compareTexts = (a: string | null = '', b: string | null = ''): number => {
  const [one, other] = [a ?? '', b ?? ''];
  return one < other ? -1 : one > other ? 1 : 0;
};

const GOOD = new Set(['Running', 'Succeeded', 'Completed']);
const WAITING = /^(Pending|ContainerCreating|PodInitializing|Terminating|SchedulingGated|NotReady|Init:\d+\/\d+)$/;

/** Returns the mark of a pod's status. */
export const podStatusMark = ({ status, ready }: PodRow): 'success' | 'info' | 'danger' => {
  if (WAITING.test(status)) return 'info';
  const [isReady, all] = ready.split('/');
  if (status === 'Running' && isReady !== all) return 'info';
  return GOOD.has(status) ? 'success' : 'danger';
};
