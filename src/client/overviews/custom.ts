import { type ApiObject, asRecord, isRecord } from '../../api/object.ts';
import { code, type Fact, type OverviewCard, subtle, type Text } from './card.ts';

/** Conditions have a separate card, and the other members are metadata. */
const HIDDEN = new Set(['apiVersion', 'kind', 'metadata', 'conditions']);

/** Returns the fields of an object of any kind, one card for each part such as `spec` and `status`. */
export function customOverview(object: ApiObject): OverviewCard[] {
  const parts = Object.entries(asRecord(object)).filter(([name]) => !HIDDEN.has(name));
  const cards = parts.filter(([, value]) => isRecord(value)).map(([name, value]) => partCard(name, value));
  const rest = parts.filter(([, value]) => !isRecord(value));
  const others =
    rest.length > 0
      ? [{ title: 'Fields', facts: rest.map(([name, value]): Fact => [name, valueText(value), name]) }]
      : [];
  return [...cards, ...others].filter(({ facts }) => facts.length > 0);
}

const partCard = (name: string, part: unknown): OverviewCard & { readonly facts: readonly Fact[] } => ({
  title: name.charAt(0).toUpperCase() + name.slice(1),
  facts: factsOf(name, '', part as Record<string, unknown>),
});

/** Returns the fields below a part, with the path to each. */
const factsOf = (root: string, prefix: string, part: Record<string, unknown>): Fact[] =>
  Object.entries(part).flatMap(([name, value]): Fact[] => {
    if (HIDDEN.has(name)) return [];
    const path = prefix ? `${prefix}.${name}` : name;
    return isRecord(value) && Object.keys(value).length > 0
      ? factsOf(root, path, value)
      : [[path, valueText(value), `${root}.${path}`]];
  });

function valueText(value: unknown): Text {
  if (value === null || value === '') return subtle('Empty');
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.join(', ') || subtle('None');
  return code(JSON.stringify(value));
}
