import type { Event as CoreEvent } from '../../api/kinds/core-v1.generated.ts';
import type { Event } from '../../api/kinds/events-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { metadataErrors } from '../core/metadata-errors.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { eventColumns } from './event-columns.ts';
import { validateEvent, validateStrictEvent, validateStrictEventUpdate } from './event-validation.ts';

const CONTROLLER_FIELD = 'reportingController';

const facts = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  shortNames: ['ev'],
  namespaced: true,
  description: 'A report of an event that concerns an object.',
  types: {
    Event: {
      eventTime: 'meta.v1.MicroTime',
      'series?': '*EventSeries',
      'reportingController?': 'string',
      'reportingInstance?': 'string',
      'action?': 'string',
      'reason?': 'string',
      'regarding?': 'core.v1.ObjectReference',
      'related?': '*core.v1.ObjectReference',
      'note?': 'string',
      'type?': 'string',
      'deprecatedSource?': 'core.v1.EventSource',
      'deprecatedFirstTimestamp?': 'meta.v1.Time',
      'deprecatedLastTimestamp?': 'meta.v1.Time',
      'deprecatedCount?': 'int32',
    },
    EventSeries: { count: 'int32', lastObservedTime: 'meta.v1.MicroTime' },
  },
} satisfies KindFacts;

/** Events of the events group. They are stored as core events, with other field names and stricter validation. */
export const events = resource<CoreEvent>(facts, {
  validatesMetadata: true,
  defaultPropagation: 'None',
  storageVersion: 'v1',
  conversions: { v1: { toStorage: toCore, fromStorage: fromCore } },
  errorGroup: '',
  allowCreateOnUpdate: true,
  strategy: {
    validate: (object) => [
      ...validateEvent(object, CONTROLLER_FIELD),
      ...metadataErrors(object),
      ...validateStrictEvent(object),
    ],
    revalidate: (object) => validateEvent(object, CONTROLLER_FIELD),
    validateUpdate: (object, live) => [
      ...validateEvent(object, CONTROLLER_FIELD),
      ...validateStrictEventUpdate(object, live),
    ],
  },
  selectableFields: {
    reason: ({ reason }) => reason ?? '',
    'regarding.kind': ({ involvedObject }) => involvedObject.kind ?? '',
    'regarding.namespace': ({ involvedObject }) => involvedObject.namespace ?? '',
    'regarding.name': ({ involvedObject }) => involvedObject.name ?? '',
    'regarding.uid': ({ involvedObject }) => involvedObject.uid ?? '',
    'regarding.apiVersion': ({ involvedObject }) => involvedObject.apiVersion ?? '',
    'regarding.resourceVersion': ({ involvedObject }) => involvedObject.resourceVersion ?? '',
    'regarding.fieldPath': ({ involvedObject }) => involvedObject.fieldPath ?? '',
    reportingController: ({ reportingComponent }) => reportingComponent ?? '',
    type: ({ type }) => type ?? '',
  },
  unknownFieldLabelError: 'plain',
  columns: eventColumns,
});

// The conversions list all members, because a rest pattern takes longer than validating an event.

function toCore(object: ApiObject): CoreEvent {
  const event = object as Event;
  return {
    kind: event.kind,
    apiVersion: 'v1',
    metadata: event.metadata,
    involvedObject: event.regarding ?? {},
    reason: event.reason,
    message: event.note,
    source: event.deprecatedSource ?? {},
    firstTimestamp: event.deprecatedFirstTimestamp,
    lastTimestamp: event.deprecatedLastTimestamp,
    count: event.deprecatedCount,
    type: event.type,
    eventTime: event.eventTime,
    series: event.series,
    action: event.action,
    related: event.related,
    reportingComponent: event.reportingController ?? '',
    reportingInstance: event.reportingInstance ?? '',
  };
}

function fromCore(event: CoreEvent): ApiObject {
  const converted: Omit<Event, 'eventTime' | 'series'> & Pick<CoreEvent, 'eventTime' | 'series'> = {
    kind: event.kind,
    apiVersion: event.apiVersion,
    metadata: event.metadata,
    eventTime: event.eventTime,
    series: event.series,
    reportingController: event.reportingComponent || undefined,
    reportingInstance: event.reportingInstance || undefined,
    action: event.action,
    reason: event.reason,
    regarding: event.involvedObject,
    related: event.related,
    note: event.message,
    type: event.type,
    deprecatedSource: event.source,
    deprecatedFirstTimestamp: event.firstTimestamp,
    deprecatedLastTimestamp: event.lastTimestamp,
    deprecatedCount: event.count,
  };
  return converted;
}
