import type { Event as CoreEvent } from '../../api/kinds/core-v1.generated.ts';
import type { Event } from '../../api/kinds/events-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { resource } from '../resource-definition.ts';
import { eventColumns } from './event-columns.ts';
import { validateEvent, validateStrictEvent, validateStrictEventUpdate } from './event-validation.ts';

const CONTROLLER_FIELD = 'reportingController';

/** Events of the events group. They are stored as core events, with other field names and stricter validation. */
export const events = resource<CoreEvent>({
  group: 'events.k8s.io',
  resource: 'events',
  takesAnyFinalizer: true,
  storageVersion: 'v1',
  conversions: { v1: { toStorage: toCore, fromStorage: fromCore } },
  errorGroup: '',
  allowCreateOnUpdate: true,
  strategy: {
    validate: (object) => [...validateEvent(object, CONTROLLER_FIELD), ...validateStrictEvent(object)],
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

function toCore(object: ApiObject): CoreEvent {
  const {
    note,
    regarding = {},
    reportingController = '',
    reportingInstance = '',
    deprecatedSource = {},
    deprecatedFirstTimestamp,
    deprecatedLastTimestamp,
    deprecatedCount,
    ...shared
  } = object as Event;
  return {
    ...shared,
    apiVersion: 'v1',
    involvedObject: regarding,
    message: note,
    reportingComponent: reportingController,
    reportingInstance,
    source: deprecatedSource,
    firstTimestamp: deprecatedFirstTimestamp,
    lastTimestamp: deprecatedLastTimestamp,
    count: deprecatedCount,
  };
}

function fromCore(object: CoreEvent): ApiObject {
  const { involvedObject, message, reportingComponent, source, firstTimestamp, lastTimestamp, count, ...shared } =
    object;
  const converted: Omit<Event, 'eventTime' | 'series'> = {
    ...shared,
    regarding: involvedObject,
    note: message,
    reportingController: reportingComponent || undefined,
    reportingInstance: shared.reportingInstance || undefined,
    deprecatedSource: source,
    deprecatedFirstTimestamp: firstTimestamp,
    deprecatedLastTimestamp: lastTimestamp,
    deprecatedCount: count,
  };
  return converted;
}
