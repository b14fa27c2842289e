import { failure } from '../command-error.ts';
import { findJsonPath, relaxedExpression, valueText } from './json-path.ts';
import { alignRows } from './tab-writer.ts';

/** Returns objects in the columns of `NAME:.metadata.name,…`. @throws CommandError */
export function printCustomColumns(specification: string, objects: readonly object[], noHeaders: boolean): string {
  const columns = specification.split(',').map((text) => {
    const index = text.indexOf(':');
    if (index < 0) throw failure(`unexpected custom-columns spec: ${text}, expected <header>:<json-path-expr>`);
    return { header: text.slice(0, index), expression: relaxedExpression(text.slice(index + 1)) };
  });
  const rows = objects.map((object) => columns.map(({ expression }) => cellText(findJsonPath(expression, object))));
  const lines = noHeaders ? rows : [columns.map(({ header }) => header), ...rows];
  return alignRows(lines);
}

function cellText(found: readonly unknown[]): string {
  if (found.length === 0) return '<none>';
  return found.map((value) => (value === null ? '<nil>' : goValueText(value))).join(',');
}

/** Returns a value as Go's `%v` prints it: maps as `map[a:b]`, lists as `[a b]`. */
function goValueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goValueText).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? '<nil>' : valueText(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([name, member]) => `${name}:${goValueText(member)}`).join(' ')}]`;
}
