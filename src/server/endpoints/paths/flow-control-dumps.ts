import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { methodNotAllowed } from '../../../api/status.ts';
import { FlowController } from '../../../flow-control/flow-controller.ts';
import type { PriorityLevel } from '../../../flow-control/priority-level.ts';
import type { Call } from '../../context/call.ts';
import { pageNotFound, textResponse } from '../../http/responses.ts';

type Row = readonly (string | number | boolean)[];

interface Dump {
  readonly columns: readonly string[];
  rows(level: PriorityLevel): readonly Row[];
}

/** Tables of the state of flow control, as below `/debug/api_priority_and_fairness/` of the real server. */
const DUMPS: Readonly<Record<string, Dump>> = {
  dump_priority_levels: {
    columns: [
      ...['PriorityLevelName', 'ActiveQueues', 'IsIdle', 'IsQuiescing', 'WaitingRequests', 'ExecutingRequests'],
      ...['DispatchedRequests', 'RejectedRequests', 'TimedoutRequests', 'CancelledRequests'],
    ],
    rows: ({ name, activeQueues, waiting, executing, dispatched, rejected }) => [
      [
        ...[name, activeQueues, waiting + executing === 0, false, waiting, executing, dispatched],
        ...[rejected['queue-full'] + rejected['concurrency-limit'], rejected['time-out'], rejected.cancelled],
      ],
    ],
  },
  dump_queues: {
    columns: [
      ...['PriorityLevelName', 'Index', 'PendingRequests', 'ExecutingRequests', 'SeatsInUse', 'NextDispatchR'],
      ...['InitialSeatsSum', 'MaxSeatsSum', 'TotalWorkSum'],
    ],
    rows: (level) =>
      level
        .queues()
        .map(({ waiting, waitingSeats, executing, seatsInUse, nextStart, work }, index) => [
          ...[level.name, index, waiting, executing, seatsInUse, `${(nextStart / 1000).toFixed(8)}ss`],
          ...[waitingSeats, waitingSeats, `${(work / 1000).toFixed(8)}ss`],
        ]),
  },
  dump_requests: {
    columns: [
      ...['PriorityLevelName', 'FlowSchemaName', 'QueueIndex', 'RequestIndexInQueue', 'FlowDistingsher', 'ArriveTime'],
      ...['InitialSeats', 'FinalSeats', 'AdditionalLatency', 'StartTime'],
    ],
    rows: (level) =>
      level
        .requests()
        .map(({ flowSchema, queue, place, distinguisher, arrivedAt, seats }) => [
          ...[level.name, flowSchema, queue, place, distinguisher, new Date(arrivedAt).toISOString()],
          ...[seats, 0, '0s', '0001-01-01T00:00:00Z'],
        ]),
  },
};

const ROOT = '/debug/api_priority_and_fairness/';

/** Serves the dumps of flow control; nothing is served below `/debug/` when priority and fairness is off. */
export function answerFlowControlDump({ request, info, server: { flows } }: Call): ApiResponse {
  const dump = info.path.startsWith(ROOT) ? DUMPS[info.path.slice(ROOT.length)] : undefined;
  if (!dump || !(flows instanceof FlowController)) return pageNotFound();
  if (request.method !== 'GET') throw methodNotAllowed();
  return textResponse(200, tableText([dump.columns, ...flows.levels.flatMap((level) => dump.rows(level))]));
}

/** Cells end with a comma and are padded to the width of their column. */
function tableText(rows: readonly Row[]): string {
  const cells = rows.map((row) => row.map((cell, index) => `${cell}${index < row.length - 1 ? ', ' : ''}`));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('');
  return cells.map((row) => `${line(row)}\n`).join('');
}
