import { sortedGoJson } from '../../../api/encoding/go-json.ts';
import { JsonPath } from '../../../api/json/json-path.ts';
import type { CustomResourceColumnDefinition } from '../../../api/kinds/apiextensions-v1.generated.ts';
import { type ApiObject, isRecord } from '../../../api/object.ts';
import type { TableColumn } from '../../../resources/resource-definition.ts';
import { ageColumn, ageText, nameColumn } from '../../../resources/table-columns.ts';

/**
 * Returns the table columns of a custom resource: its name, then the declared columns, or its age when none are
 * declared.
 */
export function customColumns(declared: readonly CustomResourceColumnDefinition[] | undefined): readonly TableColumn[] {
  return declared?.length
    ? [nameColumn(), ...declared.map(columnOf)]
    : [nameColumn(), { ...ageColumn(), type: 'date' }];
}

function columnOf(declared: CustomResourceColumnDefinition): TableColumn {
  const { name, type, format, description, priority, jsonPath } = declared;
  const path = new JsonPath(jsonPath);
  return {
    name,
    type: type as TableColumn['type'],
    ...(format ? { format } : {}),
    description: description || `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    isDeclared: true,
    priority: priority ?? 0,
    cell: (object: ApiObject, now: number) => cellOf(type, path.first(object), now),
  };
}

function cellOf(type: string, value: unknown, now: number): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? dateText(value, now) : null;
    default:
      return Array.isArray(value) || isRecord(value) ? sortedGoJson(value) : String(value);
  }
}

const dateText = (text: string, now: number): string =>
  Number.isNaN(Date.parse(text)) ? '<invalid>' : ageText(text, now);
