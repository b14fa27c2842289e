import type { AccessMatrixRow, AccessMatrixStatus } from '../../../api/debug/access-analysis.ts';
import { groupResourceText } from '../../../api/object.ts';

/** Columns of a matrix; other verbs are few and named in the last column. */
export const MATRIX_VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** `deployments.apps/scale` */
export function matrixRowName({ group, resource }: Pick<AccessMatrixRow, 'group' | 'resource'>): string {
  const [name = '', subresource] = resource.split('/');
  const whole = groupResourceText({ group, resource: name });
  return subresource ? `${whole}/${subresource}` : whole;
}

/** Rows whose name holds the text; those of which nothing is granted only on demand. */
export const shownRows = (
  { rows }: AccessMatrixStatus,
  filter: string,
  showsDenied: boolean,
): readonly AccessMatrixRow[] =>
  rows.filter(
    (row) => (showsDenied || row.granted.length > 0) && matrixRowName(row).includes(filter.trim().toLowerCase()),
  );

/** The bindings and roles that give something: `readers → Role viewer`. */
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
