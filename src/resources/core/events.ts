import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, isQualifiedName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { resource } from '../resource-definition.ts';
import { ageText, column, nameColumn } from '../table-columns.ts';

const MAXIMUM_WORD = 128;
const MAXIMUM_MESSAGE = 1024;

/** How a text of an event is judged: by whether it must be there, and its length. */
function validateText(text: string | undefined, field: string, maximum: number, isRequired: boolean): FieldError[] {
  if (!text) return isRequired ? [required(field)] : [];
  return text.length > maximum ? [invalid(field, '', `can have at most ${maximum} characters`)] : [];
}

function validateNamespace({ involvedObject, metadata, eventTime }: Event): FieldError[] {
  const namespace = metadata.namespace ?? '';
  const object = involvedObject.namespace ?? '';
  // Objects without a namespace have their events in `default`; newer clients may also use the system's own.
  const allowed = eventTime ? ['default', 'kube-system'] : ['', 'default'];
  const matches = object === '' ? allowed.includes(namespace) : Boolean(eventTime) || namespace === object;
  return matches ? [] : [invalid('involvedObject.namespace', object, 'does not match event.namespace')];
}

/** Errors of an event; those with a time of their own say who reports what. */
export function validateEvent(event: Event): FieldError[] {
  const { metadata, reportingComponent = '' } = event;
  const errors = validateNamespace(event);
  if (event.eventTime) {
    if (!reportingComponent) errors.push(required('reportingComponent'));
    errors.push(...invalidFor('reportingComponent', reportingComponent, isQualifiedName(reportingComponent)));
    errors.push(...validateText(event.reportingInstance, 'reportingInstance', MAXIMUM_WORD, true));
    errors.push(...validateText(event.action, 'action', MAXIMUM_WORD, true));
    errors.push(...validateText(event.reason, 'reason', MAXIMUM_WORD, true));
    errors.push(...validateText(event.message, 'message', MAXIMUM_MESSAGE, false));
  }
  const namespace = metadata.namespace ?? '';
  return [...errors, ...invalidFor('namespace', namespace, isDns1123Subdomain(namespace))];
}

const firstSeen = ({ firstTimestamp, eventTime }: Event, now: number): string =>
  ageText(firstTimestamp ?? eventTime, now);

const lastSeen = (event: Event, now: number): string => {
  if (event.series) return ageText(event.series.lastObservedTime, now);
  return event.lastTimestamp ? ageText(event.lastTimestamp, now) : firstSeen(event, now);
};

const objectText = ({ involvedObject: { kind = '', name } }: Event): string =>
  name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase();

const sourceText = ({ source, reportingComponent, reportingInstance }: Event): string =>
  [source?.component || reportingComponent, source?.host || reportingInstance]
    .map((part, index) => (part ? (index === 0 ? part : `, ${part}`) : ''))
    .join('');

export const events = resource<Event>({
  group: '',
  resource: 'events',
  allowCreateOnUpdate: true,
  plainFieldLabelError: true,
  selectableFields: {
    'involvedObject.kind': ({ involvedObject }) => involvedObject.kind ?? '',
    'involvedObject.namespace': ({ involvedObject }) => involvedObject.namespace ?? '',
    'involvedObject.name': ({ involvedObject }) => involvedObject.name ?? '',
    'involvedObject.uid': ({ involvedObject }) => involvedObject.uid ?? '',
    'involvedObject.apiVersion': ({ involvedObject }) => involvedObject.apiVersion ?? '',
    'involvedObject.resourceVersion': ({ involvedObject }) => involvedObject.resourceVersion ?? '',
    'involvedObject.fieldPath': ({ involvedObject }) => involvedObject.fieldPath ?? '',
    reason: ({ reason }) => reason ?? '',
    reportingComponent: ({ reportingComponent }) => reportingComponent ?? '',
    source: ({ source, reportingComponent }) => source?.component || (reportingComponent ?? ''),
    type: ({ type }) => type ?? '',
  },
  strategy: { validate: validateEvent },
  columns: [
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
    column('Object', 'string', 'The object that this event is about.', objectText),
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
    column(
      'Message',
      'string',
      'A human-readable description of the status of this operation.',
      ({ message }) => message?.trim() ?? '',
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
      ({ series, count }) => series?.count ?? (count || 1),
      1,
    ),
    nameColumn(1),
  ],
});
