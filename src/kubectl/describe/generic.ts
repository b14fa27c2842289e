import { isRecord } from '../../api/object.ts';
import type { Describe } from './describer.ts';
import { type Description, writeLabels } from './description.ts';

/** Members that are left out, because the beginning of the description has them. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...['.metadata.name', '.metadata.namespace', '.metadata.labels', '.metadata.annotations'],
  '.metadata.managedFields',
]);

/** Describes objects of kinds without a description of their own: every field by its name in words. */
export const describeGeneric: Describe = ({ description, object }) => {
  const { metadata } = object;
  description.field('Namespace', metadata.namespace);
  writeLabels(description, metadata);
  writeFields(description, object, '', 0);
};

function writeFields(
  description: Description,
  value: Readonly<Record<string, unknown>>,
  path: string,
  level: number,
): void {
  for (const name of Object.keys(value).sort()) {
    const place = `${path}.${name}`;
    if (SKIPPED.has(place)) continue;
    const title = words(name);
    const member = value[name];
    if (Array.isArray(member)) writeItems(description, title, member, place, level);
    else if (isRecord(member)) {
      description.line(level, `${title}:`);
      writeFields(description, member, place, level + 1);
    } else description.field(title, member ?? '<nil>', level);
  }
}

function writeItems(
  description: Description,
  title: string,
  list: readonly unknown[],
  path: string,
  level: number,
): void {
  description.line(level, `${title}:`);
  for (const item of list) {
    if (isRecord(item)) writeFields(description, item, path, level + 1);
    else description.line(level + 1, String(item));
  }
}

/** Names that are written as one word. */
const ABBREVIATIONS: Readonly<Record<string, string>> = { Uid: 'UID', Api: 'API', Url: 'URL' };

/** Returns a field name in words: `creationTimestamp` is `Creation Timestamp`. */
function words(name: string): string {
  if (/[^A-Za-z0-9]/.test(name)) return name;
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? [name];
  return parts
    .map((part) => {
      const word = part.charAt(0).toUpperCase() + part.slice(1);
      return ABBREVIATIONS[word] ?? word;
    })
    .join(' ');
}
