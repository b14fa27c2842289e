import type { PodTemplateSpec } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import type { TableColumn } from '../resource-definition.ts';
import { column } from '../table-columns.ts';

/** Columns with the names and images of a template's containers, for wide tables. */
export const containerColumns = <T extends ApiObject>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
): TableColumn<T>[] => {
  const cell = (member: 'name' | 'image') => (object: T) =>
    (templateOf(object)?.spec?.containers ?? []).map((container) => container[member] ?? '').join(',');
  return [
    column('Containers', 'string', 'Names of each container in the template.', cell('name'), 1),
    column('Images', 'string', 'Images referenced by each container in the template.', cell('image'), 1),
  ];
};
