import type { JSONSchema } from 'monaco-yaml';
import { nearestName } from '../../../../kubectl/nearest-name.ts';
import type { TextRange } from './field-position.ts';
import type { LocatedProblem } from './problems.ts';
import type { TextFix } from './text-fix.ts';

/** A warning of the YAML language service. */
interface SchemaWarning {
  readonly message: string;
  /** Names the type of the object: `yaml-schema: DeploymentSpec`. */
  readonly source?: string | undefined;
}

/** Returns the sentence for a warning of the language service: `` `selecter` is not a field of DeploymentSpec; did you mean `selector`? `` */
export function schemaSentence({ message, source = '' }: SchemaWarning, schema: JSONSchema | undefined): string {
  const type = /^yaml-schema: (\w+)$/.exec(source)?.[1] ?? 'this object';
  const [, unknown] = /^Property (\S+) is not allowed\.$/.exec(message) ?? [];
  if (unknown !== undefined) {
    const similar = nearestName(unknown, fieldsOf(type, schema));
    return `\`${unknown}\` is not a field of ${type}${similar ? `; did you mean \`${similar}\`?` : '.'}`;
  }
  const [, missing] = /^Missing property "(.+)"\.$/.exec(message) ?? [];
  if (missing !== undefined) return `${type} requires the field \`${missing}\`.`;
  const [, types] = /^Incorrect type\. Expected (?:one of )?"?([^"]+?)"?\.$/.exec(message) ?? [];
  if (types !== undefined) return `The value must be ${typeWords(types.split(/, | \| /))}.`;
  const [, values] = /^Value is not accepted\. Valid values: (.+)\.$/.exec(message) ?? [];
  if (values !== undefined) return `The value must be one of ${values.replaceAll('"', '`')}.`;
  return message;
}

/** Returns the fields of the types with a name; types of several groups can share one. */
const fieldsOf = (type: string, schema: JSONSchema | undefined): readonly string[] =>
  Object.values(schema?.definitions ?? {}).flatMap((one) =>
    typeof one === 'object' && one.title === type ? Object.keys(one.properties ?? {}) : [],
  );

const WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const typeWords = (types: readonly string[]): string =>
  types
    .filter((type) => type !== 'null')
    .map((type) => WORDS[type] ?? type)
    .join(' or ');

const UNKNOWN_FIELD = /^`\S+` is not a field of \w+(?:; did you mean `(\S+)`\?|\.)$/;

/** Returns the fix of a sentence with a suggestion. @param offsetOf the offset of a position in the text */
export function suggestedFix(
  { message, range }: { readonly message: string; readonly range: TextRange },
  offsetOf: (line: number, column: number) => number,
): TextFix | undefined {
  const name = UNKNOWN_FIELD.exec(message)?.[1];
  if (name === undefined) return undefined;
  const edit = { start: offsetOf(range.line, range.column), end: offsetOf(range.endLine, range.endColumn), text: name };
  return { title: `Change to ${name}`, edits: [edit] };
}

/**
 * Returns the server's problems and the schema's warnings. The server's `unknown field` gets the words and fixes of the
 * warning about the same field, which is then left out.
 */
export function joinedProblems(
  problems: readonly LocatedProblem[],
  warnings: readonly LocatedProblem[],
): readonly LocatedProblem[] {
  const used = new Set<LocatedProblem>();
  const joined = problems.map((problem) => {
    const warning = /^unknown field "/.test(problem.message)
      ? warnings.find(({ message, range }) => range.line === problem.range.line && UNKNOWN_FIELD.test(message))
      : undefined;
    if (!warning) return problem;
    used.add(warning);
    const { field: _, ...located } = problem;
    return { ...located, message: warning.message, ...(warning.fixes ? { fixes: warning.fixes } : {}) };
  });
  return [...joined, ...warnings.filter((warning) => !used.has(warning))];
}
