import { items, string, textMap, texts } from './fields.ts';

const OPERATORS: Readonly<Record<string, string>> = { In: 'in', NotIn: 'notin' };

/** Returns a label selector as text: `app=web,tier in (a,b),!old`. */
export function selectorText(selector: unknown): string {
  const labels = textMap(selector, 'matchLabels');
  const terms = [
    ...Object.keys(labels).map((key) => [key, `${key}=${labels[key]}`] as const),
    ...items(selector, 'matchExpressions').map(
      (requirement) => [string(requirement, 'key'), expressionText(requirement)] as const,
    ),
  ];
  return terms
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, term]) => term)
    .join(',');
}

function expressionText(requirement: unknown): string {
  const key = string(requirement, 'key');
  const operator = string(requirement, 'operator');
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  return `${key} ${OPERATORS[operator] ?? operator} (${[...texts(requirement, 'values')].sort().join(',')})`;
}
