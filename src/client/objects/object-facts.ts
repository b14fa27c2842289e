import type { Condition } from '../../api/kinds/meta-v1.generated.ts';
import { type ApiObject, asRecord, isRecord } from '../../api/object.ts';

/** Returns the conditions in an object's status. */
export function conditionsOf(object: ApiObject): readonly Partial<Condition>[] {
  const { status } = asRecord(object);
  const conditions = isRecord(status) ? status.conditions : undefined;
  return Array.isArray(conditions) ? conditions.filter(isRecord) : [];
}

/** Conditions that indicate a problem when true; all others indicate success. */
const BAD_WHEN_TRUE = /Pressure|Failure|Failed|Unavailable|Dangling|Terminating|NamesConflict|Remaining|Limited/;

export function conditionStatus({ type = '', status }: Partial<Condition>): 'success' | 'danger' | 'warning' {
  if (status !== 'True' && status !== 'False') return 'warning';
  return (status === 'True') === !BAD_WHEN_TRUE.test(type) ? 'success' : 'danger';
}

/** A field manager and the number of fields that it owns. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly fields: number;
}

export const fieldManagersOf = ({ metadata }: ApiObject): FieldManager[] =>
  (metadata.managedFields ?? []).map(({ manager = '', operation = '', subresource = '', time, fieldsV1 }) => ({
    manager,
    operation,
    subresource,
    time,
    fields: countLeaves(fieldsV1 ?? {}),
  }));

function countLeaves(set: Record<string, unknown>): number {
  const members = Object.entries(set).filter(([name]) => name !== '.');
  if (members.length === 0) return 1;
  return members.reduce((sum, [, member]) => sum + (isRecord(member) ? countLeaves(member) : 1), 0);
}
