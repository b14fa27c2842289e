import { fieldErrorText } from '../api/field-error.ts';
import { type ApiObject, isRecord } from '../api/object.ts';
import { validateAnnotations, validateLabels } from '../resources/object-meta.ts';
import { goType } from '../schema/go-format.ts';

/** The only metadata members that a webhook may change. */
const CHANGEABLE = ['labels', 'annotations'] as const;

/** Members that must not change, with their names in errors. */
const IDENTITY = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const;

/** Requires that a converted object is still the same object. @throws Error with the real server's message */
export function checkIdentity(original: ApiObject, converted: Record<string, unknown>): void {
  const metadata = isRecord(converted.metadata) ? converted.metadata : {};
  for (const [member, shown] of IDENTITY) {
    const [expected, actual] = [textOf(original.metadata[member]), textOf(metadata[member])];
    if (expected !== actual) throw new Error(`must have the same ${shown}: ${expected} != ${actual}`);
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Returns a converted object with the metadata of the original, except for labels and annotations.
 * @throws Error with the real server's message when these are invalid
 */
export function withOriginalMetadata(original: ApiObject, converted: Record<string, unknown>): ApiObject {
  const { metadata: answered } = converted;
  if (answered === undefined) throw new Error('missing metadata in converted object');
  if (!isRecord(answered)) throw new Error(`invalid metadata of type ${goType(answered)} in converted object`);
  const metadata: Record<string, unknown> = { ...original.metadata };
  for (const member of CHANGEABLE) {
    const given = answered[member] ?? undefined;
    if (given === undefined) delete metadata[member];
    else metadata[member] = checkedTexts(member, given, original.metadata[member]);
  }
  return { ...converted, metadata } as unknown as ApiObject;
}

/** Returns labels or annotations. Validates them only when they have changed, so that old invalid ones can stay. */
function checkedTexts(
  member: (typeof CHANGEABLE)[number],
  given: unknown,
  before: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  if (!isRecord(given)) throw new Error(`invalid metadata.${member} of type ${goType(given)} in converted object`);
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string') continue;
    throw new Error(`metadata.${member}[${key}] must be a string, but is ${goType(value)} in converted object`);
  }
  const texts = given as Record<string, string>;
  const entries = Object.entries(texts);
  const isChanged =
    entries.length !== Object.keys(before ?? {}).length || entries.some(([key, value]) => before?.[key] !== value);
  if (!isChanged) return texts;
  const errors =
    member === 'labels' ? validateLabels(texts, 'metadata.labels') : validateAnnotations(texts, 'metadata.annotation'); // The real server omits the last letter.
  const [first, ...others] = [...new Set(errors.map(fieldErrorText))];
  if (first === undefined) return texts;
  throw new Error(others.length > 0 ? `[${[first, ...others].join(', ')}]` : first);
}
