import type { Event } from '../../api/kinds/core-v1.generated.ts';
import type { TableColumn } from '../resource-definition.ts';
import { ageText, column, nameColumn } from '../table-columns.ts';

/** Columns of events in either group, which share the stored kind. */
export const eventColumns: readonly TableColumn<Event>[] = [
  column('Last Seen', 'string', 'The time at which the most recent occurrence of this event was recorded.', lastSeen),
  column(
    'Type',
    'string',
    'Type of this event (Normal, Warning), new types could be added in the future',
    ({ type }) => type ?? '',
  ),
  column(
    'Reason',
    'string',
    "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    ({ reason }) => reason ?? '',
  ),
  column('Object', 'string', 'The object that this event is about.', ({ involvedObject: { kind = '', name = '' } }) =>
    name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`,
  ),
  column(
    'Subobject',
    'string',
    'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    ({ involvedObject }) => involvedObject.fieldPath ?? '',
    1,
  ),
  column(
    'Source',
    'string',
    'The component reporting this event. Should be a short machine understandable string.',
    sourceText,
    1,
  ),
  column('Message', 'string', 'A human-readable description of the status of this operation.', ({ message }) =>
    (message ?? '').trim(),
  ),
  column(
    'First Seen',
    'string',
    'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    firstSeen,
    1,
  ),
  column(
    'Count',
    'string',
    'The number of times this event has occurred.',
    ({ series, count }) => (series ? series.count : count || 1),
    1,
  ),
  nameColumn(1),
];

function firstSeen({ firstTimestamp, eventTime }: Event, now: number): string {
  return ageText(firstTimestamp ?? eventTime, now);
}

function lastSeen(event: Event, now: number): string {
  if (event.series) return ageText(event.series.lastObservedTime, now);
  return event.lastTimestamp ? ageText(event.lastTimestamp, now) : firstSeen(event, now);
}

function sourceText({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source?.component || reportingComponent || '';
  const instance = source?.host || reportingInstance || '';
  return instance === '' ? component : `${component}, ${instance}`;
}
