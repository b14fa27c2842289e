import { clusterDialect, kubernetesDialect } from '../../api/dialect.ts';
import { LAST_APPLIED_ANNOTATION } from '../../api/kubernetes-names.ts';
import { humanDuration } from '../../api/values/human-duration.ts';
import { controllerOf } from '../../client/objects/controller-of.ts';
import type { AnyObject } from '../command.ts';
import { alignTabs, DESCRIPTION } from '../output/tab-writer.ts';

/** The lines of a description. Tabs separate columns; each level is indented by two blanks. */
export class Description {
  #text = '';

  line(level: number, text: string): void {
    this.#text += `${'  '.repeat(level)}${text}\n`;
  }
  /** Writes a name and its value. */
  field(name: string, value: unknown, level = 0): void {
    this.line(level, `${name}:\t${text(value)}`);
  }
  /** Writes the titles of columns, underlined. */
  titles(level: number, titles: string): void {
    this.line(level, titles);
    this.line(level, titles.replace(/[^\t]/g, '-'));
  }
  /** Returns the text with its tabs. */
  unaligned(): string {
    return this.#text;
  }
  /** Returns the aligned text. */
  text(): string {
    return alignTabs(this.#text, DESCRIPTION);
  }
}

/** Returns a value as Go's `%v` prints it. */
export const text = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(text).join(' ')}]` : value === undefined || value === null ? '' : String(value);

/** Writes a map with one entry in each line: `Labels: app=web`. */
export function writeMap(
  description: Description,
  title: string,
  map: Readonly<Record<string, string>> | undefined,
  skipped: ReadonlySet<string> = new Set(),
): void {
  const names = Object.keys(map ?? {})
    .filter((name) => !skipped.has(name))
    .sort();
  writeEntries(
    description,
    title,
    names.map((name) => `${name}=${map?.[name]}`),
  );
}

/** Writes labels and annotations. */
export function writeLabels(description: Description, { labels, annotations }: AnyObject['metadata']): void {
  writeMap(description, 'Labels', labels);
  writeAnnotations(description, annotations);
}

/** Writes the owner that controls an object. */
export function writeController(description: Description, object: AnyObject): void {
  const owner = controllerOf(object);
  if (owner) description.field('Controlled By', `${owner.kind}/${owner.name}`);
}

/** Writes annotations: long values and those with line breaks are on lines of their own. */
export function writeAnnotations(
  description: Description,
  annotations: Readonly<Record<string, string>> | undefined,
  title = 'Annotations',
  level = 0,
): void {
  const names = Object.keys(annotations ?? {})
    .filter((name) => !HIDDEN_ANNOTATIONS.has(name))
    .sort();
  if (names.length === 0) {
    description.line(level, `${title}:\t<none>`);
    return;
  }
  for (const [index, name] of names.entries()) {
    const value = (annotations?.[name] ?? '').replace(/\n$/, '');
    const lead = index === 0 ? `${title}:\t` : '\t';
    const isShort = value.length + name.length + 2 <= LONGEST_LINE && !value.includes('\n');
    if (isShort) description.line(level, `${lead}${name}: ${value}`);
    else {
      description.line(level, `${lead}${name}:`);
      for (const line of value.split('\n')) description.line(level, `\t  ${shortened(line)}`);
    }
  }
}

const LONGEST_LINE = 140;
const shortened = (line: string): string => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}...` : line);
const HIDDEN_ANNOTATIONS: ReadonlySet<string> = new Set([
  kubernetesDialect.rename(LAST_APPLIED_ANNOTATION),
  clusterDialect.rename(LAST_APPLIED_ANNOTATION),
]);

/** Writes a title with values below each other. */
export function writeEntries(description: Description, title: string, entries: readonly string[], level = 0): void {
  if (entries.length === 0) {
    description.line(level, `${title}:\t<none>`);
    return;
  }
  for (const [index, entry] of entries.entries())
    description.line(level, `${index === 0 ? `${title}:` : ''}\t${entry}`);
}

/** Returns how long ago a time was; `<unknown>` without a time. @param now milliseconds since 1970 */
export const since = (time: string | null | undefined, now: number): string =>
  time ? humanDuration(now - Date.parse(time)) : '<unknown>';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** Returns a time as in `Mon, 15 Jan 2024 09:00:00 +0000`. */
export function longTime(time: string | null | undefined): string {
  if (!time) return 'Mon, 01 Jan 0001 00:00:00 +0000';
  const date = new Date(time);
  const day = `${DAYS[date.getUTCDay()]}, ${two(date.getUTCDate())} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}
