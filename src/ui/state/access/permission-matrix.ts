import type { AccessMatrixRow, AccessMatrixStatus } from '../../../api/debug/access-analysis.ts';
import { groupResourceText } from '../../../api/object.ts';

/** Verbs with a column of their own; the last column lists other verbs. */
export const MATRIX_VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** `deployments.apps/scale` */
export function matrixRowName({ group, resource }: Pick<AccessMatrixRow, 'group' | 'resource'>): string {
  const [name = '', subresource] = resource.split('/');
  const whole = groupResourceText({ group, resource: name });
  return subresource ? `${whole}/${subresource}` : whole;
}

/** Returns the rows that contain the filter text; rows without permissions only on request. */
export const shownRows = (
  { rows }: AccessMatrixStatus,
  filter: string,
  showsDenied: boolean,
): readonly AccessMatrixRow[] =>
  rows.filter(
    (row) => (showsDenied || row.granted.length > 0) && matrixRowName(row).includes(filter.trim().toLowerCase()),
  );

/** Formats the bindings and roles that grant a permission: `RoleBinding readers → Role viewer`. */
export function sourceText(
  { sources }: AccessMatrixStatus,
  { sources: positions }: { readonly sources: readonly number[] },
): string {
  const texts = positions.flatMap((position) => {
    const source = sources[position];
    return source ? [`${source.binding.kind} ${source.binding.name} → ${source.role.kind} ${source.role.name}`] : [];
  });
  return [...new Set(texts)].join(', ') || 'no role';
}
