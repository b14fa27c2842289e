import type { PriorityLevel } from '../../../flow-control/priority-level.ts';
import { type MetricFamily, Numbers } from './metric-families.ts';

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  /** Labels besides `priority_level`. */
  readonly labels?: readonly string[];
  /** The samples of a level: the values of `labels`, and the value of the sample. */
  samples(level: PriorityLevel): readonly (readonly [labels: readonly string[], value: number])[];
}

const FAMILIES: readonly Family[] = [
  {
    name: 'current_executing_requests',
    help: '[BETA] Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
    type: 'gauge',
    samples: ({ executing }) => [[[], executing]],
  },
  {
    name: 'current_executing_seats',
    help: '[BETA] Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
    type: 'gauge',
    samples: ({ seatsInUse }) => [[[], seatsInUse]],
  },
  {
    name: 'current_inqueue_requests',
    help: '[BETA] Number of requests currently pending in queues of the API Priority and Fairness subsystem',
    type: 'gauge',
    samples: ({ waiting }) => [[[], waiting]],
  },
  {
    name: 'current_limit_seats',
    help: '[ALPHA] current derived number of execution seats available to each priority level',
    type: 'gauge',
    samples: ({ currentLimit }) => [[[], currentLimit]],
  },
  {
    name: 'dispatched_requests_total',
    help: '[BETA] Number of requests executed by API Priority and Fairness subsystem',
    type: 'counter',
    labels: ['flow_schema'],
    samples: ({ dispatchedBySchema }) => [...dispatchedBySchema].map(([schema, count]) => [[schema], count]),
  },
  {
    name: 'lower_limit_seats',
    help: '[ALPHA] Configured lower bound on number of execution seats available to each priority level',
    type: 'gauge',
    samples: ({ limits }) => [[[], limits.minimum]],
  },
  {
    name: 'nominal_limit_seats',
    help: '[BETA] Nominal number of execution seats configured for each priority level',
    type: 'gauge',
    samples: ({ limits }) => [[[], limits.nominal]],
  },
  {
    name: 'rejected_requests_total',
    help: '[BETA] Number of requests rejected by API Priority and Fairness subsystem',
    type: 'counter',
    labels: ['flow_schema', 'reason'],
    samples: ({ rejectedBySchema }) =>
      [...rejectedBySchema].flatMap(([schema, counts]) =>
        Object.entries(counts).map(([reason, count]) => [[schema, reason], count] as const),
      ),
  },
  {
    name: 'upper_limit_seats',
    help: '[ALPHA] Configured upper bound on number of execution seats available to each priority level',
    type: 'gauge',
    samples: ({ limits }) => [[[], limits.maximum]],
  },
];

/** Returns the `apiserver_flowcontrol_…` families of the levels. */
export const flowControlMetrics = (levels: readonly PriorityLevel[]): readonly MetricFamily[] =>
  FAMILIES.map(({ name, help, type, labels = [], samples }) => {
    // Labels are sorted by name; `flow_schema` comes before `priority_level`, `reason` after it.
    const names = [...labels, 'priority_level'].sort();
    const family = new Numbers({ name: `apiserver_flowcontrol_${name}`, help, type, labels: names });
    for (const level of levels)
      for (const [values, value] of samples(level))
        family.set(
          names.map((label) => (label === 'priority_level' ? level.name : (values[labels.indexOf(label)] ?? ''))),
          value,
        );
    return family;
  });
