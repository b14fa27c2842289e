import { utf8Length } from '../../api/encoding/utf8.ts';
import { type FieldError, invalid, required, verbatim } from '../../api/field-error.ts';
import type { Event, ObjectReference } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, isQualifiedName } from '../../api/names.ts';
import { immutable, invalidFor } from '../field-validation.ts';
import { goStruct } from '../go-text.ts';
import { semanticallyEqual } from '../semantic-equality.ts';

const MAXIMUM_LENGTH = 128;
const MAXIMUM_MESSAGE_LENGTH = 1024;
/** Namespaces of events about objects without one: with an eventTime, and without. */
const REPORTED_NAMESPACES = ['default', 'kube-system'];
const PLAIN_NAMESPACES = ['', 'default'];

/**
 * Validates an event by the rules of both groups. `controllerField` is the group's name of the reporting controller.
 */
export function validateEvent(event: Event, controllerField: string): FieldError[] {
  const namespace = event.metadata.namespace ?? '';
  const involved = event.involvedObject?.namespace ?? '';
  const expected = event.eventTime ? REPORTED_NAMESPACES : PLAIN_NAMESPACES;
  const isOwn = involved === '' ? expected.includes(namespace) : event.eventTime ? true : involved === namespace;
  const errors = isOwn ? [] : [invalid('involvedObject.namespace', involved, 'does not match event.namespace')];
  if (event.eventTime) errors.push(...validateReport(event, controllerField));
  errors.push(...invalidFor('namespace', namespace, isDns1123Subdomain(namespace)));
  return errors;
}

/** Events with an eventTime need a reporter and an action. */
function validateReport(event: Event, controllerField: string): FieldError[] {
  const controller = event.reportingComponent ?? '';
  return [
    ...(controller === '' ? [required(controllerField)] : []),
    ...invalidFor(controllerField, controller, isQualifiedName(controller)),
    ...validateText(event.reportingInstance ?? '', 'reportingInstance'),
    ...validateText(event.action ?? '', 'action'),
    ...validateText(event.reason ?? '', 'reason'),
    ...(utf8Length(event.message ?? '') > MAXIMUM_MESSAGE_LENGTH
      ? [invalid('message', '', `can have at most ${MAXIMUM_MESSAGE_LENGTH} characters`)]
      : []),
  ];
}

function validateText(text: string, field: string): FieldError[] {
  if (text === '') return [required(field)];
  return utf8Length(text) > MAXIMUM_LENGTH ? [invalid(field, '', `can have at most ${MAXIMUM_LENGTH} characters`)] : [];
}

/** Validates a new event of the events group, which must not set deprecated fields. */
export function validateStrictEvent(event: Event): FieldError[] {
  const { type = '', source = {} } = event;
  const deprecated = {
    firstTimestamp: event.firstTimestamp,
    lastTimestamp: event.lastTimestamp,
    count: event.count,
    source: source.component || source.host,
  };
  return [
    ...validateSeries(event),
    ...(event.eventTime ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalid('type', '', `has invalid value: ${type}`)]),
    ...Object.entries(deprecated)
      .filter(([, value]) => value)
      .map(([field]) => invalid(field, '', 'needs to be unset')),
  ];
}

function validateSeries({ series }: Event): FieldError[] {
  if (!series) return [];
  return [
    ...((series.count ?? 0) < 2 ? [invalid('series.count', '', 'should be at least 2')] : []),
    ...(series.lastObservedTime ? [] : [required('series.lastObservedTime')]),
  ];
}

/** Validates an update through the events group, which may only change the series. */
export function validateStrictEventUpdate(event: Event, live: Event): FieldError[] {
  const time = (text: string | null | undefined) => verbatim(timeText(text ?? '0001-01-01T00:00:00Z'));
  return [
    ...(semanticallyEqual(event.series, live.series) ? [] : validateSeries(event)),
    ...immutable(event.involvedObject, live.involvedObject, 'involvedObject', goReference(event.involvedObject)),
    ...immutable(event.reason ?? '', live.reason ?? '', 'reason'),
    ...immutable(event.message ?? '', live.message ?? '', 'message'),
    ...immutable(event.source, live.source, 'source', goSource(event)),
    ...immutable(event.firstTimestamp, live.firstTimestamp, 'firstTimestamp', time(event.firstTimestamp)),
    ...immutable(event.lastTimestamp, live.lastTimestamp, 'lastTimestamp', time(event.lastTimestamp)),
    ...immutable(event.count ?? 0, live.count ?? 0, 'count'),
    ...immutable(event.reason ?? '', live.reason ?? '', 'reason'), // The real server reports this one twice.
    ...immutable(event.type ?? '', live.type ?? '', 'type'),
    ...immutable(event.eventTime, live.eventTime, 'eventTime', time(event.eventTime)),
    ...immutable(event.action ?? '', live.action ?? '', 'action'),
    ...immutable(event.related, live.related, 'related', event.related && goReference(event.related)),
    ...immutable(event.reportingComponent ?? '', live.reportingComponent ?? '', 'reportingController'),
    ...immutable(event.reportingInstance ?? '', live.reportingInstance ?? '', 'reportingInstance'),
  ];
}

/** Formats a time like Go: `2025-01-01 00:00:00.5 +0000 UTC`. */
function timeText(text: string): string {
  const [, date, time, fraction = ''] = /^([^T]*)T([^.Z]*)(\.[0-9]*)?/.exec(text) ?? [];
  return `${date} ${time}${fraction.replace(/\.?0+$/, '')} +0000 UTC`;
}

const goSource = ({ source }: Event) =>
  goStruct('core.EventSource', { Component: source?.component ?? '', Host: source?.host ?? '' });

const goReference = (reference: ObjectReference) =>
  goStruct('core.ObjectReference', {
    Kind: reference.kind ?? '',
    Namespace: reference.namespace ?? '',
    Name: reference.name ?? '',
    UID: reference.uid ?? '',
    APIVersion: reference.apiVersion ?? '',
    ResourceVersion: reference.resourceVersion ?? '',
    FieldPath: reference.fieldPath ?? '',
  });
