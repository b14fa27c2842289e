export interface FieldRequirement {
  /** As written: `metadata.name`, `status.phase`. */
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

export interface FieldSelector {
  /** Sorted by their text. */
  readonly requirements: readonly FieldRequirement[];
  readonly isEmpty: boolean;
  /**
   * Reports whether an object matches; `lookup` returns the value of a field, or an empty text if the object lacks it.
   */
  matches(lookup: (field: string) => string): boolean;
  /** Returns the value that the selector requires of a field, if any. */
  requiresExactMatch(field: string): string | undefined;
  toString(): string;
}

/** Splits at commas that are not escaped with a backslash. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let position = 0; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '\\') position += 1;
    else if (character === ',') {
      terms.push(text.slice(start, position));
      start = position + 1;
    }
  }
  return [...terms, text.slice(start)];
}

const ESCAPED = '\\,=';

function unescapeValue(text: string): string {
  let value = '';
  const characters = [...text];
  for (let position = 0; position < characters.length; position += 1) {
    const character = characters[position] ?? '';
    if (character === '\\') {
      position += 1;
      const escaped = characters[position] ?? '';
      if (escaped === '' || !ESCAPED.includes(escaped)) {
        throw new Error(`invalid field selector: invalid escape sequence: \\${escaped}`);
      }
      value += escaped;
    } else if (character === ',' || character === '=') {
      throw new Error(`invalid field selector: unescaped character in value: ${character.codePointAt(0)}`);
    } else value += character;
  }
  return value;
}

/** Escapes the characters that would end a value. */
export const escapeFieldValue = (value: string): string => value.replace(/[\\,=]/g, '\\$&');

const requirementText = ({ field, operator, value }: FieldRequirement): string =>
  `${field}${operator}${escapeFieldValue(value)}`;

function fieldSelectorOf(requirements: readonly FieldRequirement[]): FieldSelector {
  return {
    requirements,
    isEmpty: requirements.length === 0,
    matches: (lookup) =>
      requirements.every(({ field, operator, value }) => (lookup(field) === value) === (operator === '=')),
    requiresExactMatch: (field) =>
      requirements.find((requirement) => requirement.field === field && requirement.operator === '=')?.value,
    toString: () => requirements.map(requirementText).join(','),
  };
}

/** Selects everything. */
export const everyField: FieldSelector = fieldSelectorOf([]);

/**
 * Parses `metadata.name=a,status.phase!=Running`. Empty terms are ignored.
 * @throws Error with the real server's message
 */
export function parseFieldSelector(text: string): FieldSelector {
  const terms = splitTerms(text)
    .sort()
    .filter((term) => term !== '');
  return fieldSelectorOf(
    terms.map((term) => {
      const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
      if (!match) throw new Error(`invalid selector: '${text}'; can't understand '${term}'`);
      const [, field = '', operator, value = ''] = match;
      return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeValue(value) };
    }),
  );
}
