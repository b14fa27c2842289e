import type { ApiObject } from '../api/object.ts';
import { humanDuration } from '../api/values/human-duration.ts';
import type { TableColumn } from './resource-definition.ts';

const NAME_DESCRIPTION =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names';
const CREATION_DESCRIPTION =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata';

/**
 * Declares a column. Priority 1 columns are only shown in wide output. Descriptions have Kubernetes names, which are
 * renamed when they are shown.
 */
export const column = <T extends ApiObject>(
  name: string,
  type: TableColumn['type'],
  description: string,
  cell: TableColumn<T>['cell'],
  priority = 0,
): TableColumn<T> => ({ name, type, description, priority, cell });

export const nameColumn = <T extends ApiObject>(priority = 0): TableColumn<T> => ({
  name: 'Name',
  type: 'string',
  format: 'name',
  description: NAME_DESCRIPTION,
  priority,
  cell: ({ metadata }) => metadata.name ?? '',
});

export const ageColumn = <T extends ApiObject>(): TableColumn<T> =>
  column<T>('Age', 'string', CREATION_DESCRIPTION, ({ metadata }, now) => ageText(metadata.creationTimestamp, now));

/** Returns the age of a time; `<unknown>` without one. `now` is in milliseconds. */
export const ageText = (time: string | null | undefined, now: number): string =>
  time ? humanDuration(now - Date.parse(time)) : '<unknown>';
