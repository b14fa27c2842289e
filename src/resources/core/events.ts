import type { Event } from '../../api/kinds/core-v1.generated.ts';
import { eventColumns } from '../events/event-columns.ts';
import { validateEvent } from '../events/event-validation.ts';
import { resource } from '../resource-definition.ts';

const names = { group: '', resource: 'events' };

export const events = resource<Event>(names, {
  takesAnyFinalizer: true,
  defaultPropagation: 'None',
  allowCreateOnUpdate: true,
  unknownFieldLabelError: 'plain',
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
  strategy: { validate: (event) => validateEvent(event, 'reportingComponent') },
  columns: eventColumns,
});
