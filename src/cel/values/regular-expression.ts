import {
  compileRegularExpression as compile,
  type MatchBudget,
  type RegularExpression,
} from '../../schema/regular-expression.ts';
import { Failure } from './values.ts';

/** Compiles the RE2 syntax that Go accepts. @param budget pays for the compilation, unless the expression is known */
export function compileRegularExpression(pattern: string, budget?: MatchBudget): RegularExpression | Failure {
  const newer = namedGroup(pattern);
  if (newer) return new Failure(`error parsing regexp: invalid or unsupported Perl syntax: \`${newer}\``);
  const compiled = compile(pattern, budget);
  return typeof compiled === 'string' ? new Failure(compiled) : compiled;
}

/** One element of a pattern: a quotation, an escape, the start of a class or a character. */
const PART = /\\Q(?:[^\\]|\\(?!E))*(?:\\E)?|\\.|\[\^?\]?|./sy;

/** Returns the unsupported syntax `(?<` if the pattern uses it: Go before 1.22 only supports `(?P<name>`. */
function namedGroup(pattern: string): string | undefined {
  if (!pattern.includes('(?<')) return undefined;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at = PART.lastIndex) {
    if (!isInClass && pattern.startsWith('(?<', at)) return '(?<';
    PART.lastIndex = at;
    PART.exec(pattern);
    if (pattern[at] === '[') isInClass = true;
    else if (pattern[at] === ']') isInClass = false;
  }
  return undefined;
}
