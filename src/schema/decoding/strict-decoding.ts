import type { Dialect } from '../../api/dialect.ts';
import type { GroupVersionKind } from '../../api/object.ts';
import { StatusError } from '../../api/status.ts';

export type FieldValidationMode = 'Ignore' | 'Warn' | 'Strict';

const MAXIMUM_ERRORS = 100;
const MAXIMUM_WARNING_CHARACTERS = 4096;
const MAXIMUM_WARNING_CHARACTERS_EACH = 256;
const YAML_PREFIX = 'yaml: unmarshal errors:\n';

/** Returns the strict errors to list: the real server lists at most a hundred, plus one for all YAML duplicates. */
export function listedStrictErrors(strictErrors: readonly string[], dialect: Dialect): readonly string[] {
  if (dialect.follows('every-field-is-listed')) return strictErrors;
  return strictErrors.slice(0, strictErrors[0]?.startsWith(YAML_PREFIX) ? MAXIMUM_ERRORS + 1 : MAXIMUM_ERRORS);
}

/** `strict decoding error: unknown field "spec.foo", duplicate field "data.a"`. */
export const strictDecodingText = (strictErrors: readonly string[]): string =>
  `strict decoding error: ${strictErrors.join(', ')}`;

/**
 * Applies the field validation mode to unknown and duplicate fields; returns the warnings.
 * @throws StatusError 400 in mode Strict
 */
export function fieldValidationOutcome(
  strictErrors: readonly string[],
  mode: FieldValidationMode,
  dialect: Dialect,
  kind: GroupVersionKind,
): readonly string[] {
  const listed = listedStrictErrors(strictErrors, dialect);
  if (!listed.length || mode === 'Ignore') return [];
  if (mode === 'Warn') return limitedWarnings(warningsOf(listed), dialect);
  const message = `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${strictDecodingText(listed)}`;
  throw new StatusError({ code: 400, reason: 'BadRequest', message });
}

/** Returns the warnings for errors. A YAML error contains one line per duplicate key. */
function* warningsOf(errors: readonly string[]): Iterable<string> {
  for (const error of errors) {
    if (!error.startsWith(YAML_PREFIX)) {
      yield error;
      continue;
    }
    for (let start = YAML_PREFIX.length; start < error.length; ) {
      const end = error.indexOf('\n', start);
      yield error.slice(start, end < 0 ? error.length : end).trim();
      start = end < 0 ? error.length : end + 1;
    }
  }
}

/**
 * Returns the warnings of a response, without duplicates. The real server limits them to 4,096 characters: beyond that
 * it truncates each warning to 256 characters and drops those past the limit.
 */
export function limitedWarnings(texts: Iterable<string>, dialect: Dialect): readonly string[] {
  const isUnlimited = dialect.follows('every-field-is-listed');
  const distinct = new Set<string>();
  for (const text of texts) {
    if (text !== '') distinct.add(text);
    // Each warning has at least one character.
    if (!isUnlimited && distinct.size > MAXIMUM_WARNING_CHARACTERS) break;
  }
  if (isUnlimited || !areLong(distinct)) return [...distinct];
  const sent: string[] = [];
  let length = 0;
  for (const text of distinct) {
    if (length >= MAXIMUM_WARNING_CHARACTERS) break;
    const characters = firstCharacters(text);
    sent.push(characters.join(''));
    length += characters.length;
  }
  return sent;
}

/** Returns the first characters of a text. Reads only its beginning, because a character has at most two code units. */
const firstCharacters = (text: string): readonly string[] =>
  [...text.slice(0, 2 * MAXIMUM_WARNING_CHARACTERS_EACH)].slice(0, MAXIMUM_WARNING_CHARACTERS_EACH);

function areLong(texts: Iterable<string>): boolean {
  let length = 0;
  for (const text of texts) {
    length += [...text.slice(0, 2 * MAXIMUM_WARNING_CHARACTERS + 2)].length;
    if (length > MAXIMUM_WARNING_CHARACTERS) return true;
  }
  return false;
}
