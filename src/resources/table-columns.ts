import type { ApiObject } from '../api/object.ts';
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
  time ? durationText(now - Date.parse(time)) : '<unknown>';

/** Formats milliseconds as a human-readable duration in at most two units: `95s`, `3m5s`, `26h`, `5d4h`, `2y30d`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return withRest(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return withRest(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return withRest(days, 'd', hours % 24, 'h');
  if (hours < 24 * 365 * 2) return `${days}d`;
  const years = Math.trunc(days / 365);
  return hours < 24 * 365 * 8 ? withRest(years, 'y', days % 365, 'd') : `${years}y`;
}

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest ? `${whole}${unit}${rest}${restUnit}` : `${whole}${unit}`;
