import type { AdmissionStep } from '../../../api/debug/request-trace.ts';
import type { TextRange } from '../yaml/problems/field-position.ts';

/** An error in the handler's code. */
export interface CodeProblem {
  readonly message: string;
  readonly range: TextRange;
}

const PLACED_ERROR = /((?:\w*Error|Error): .*?) at handler\.js:(\d+)(?::(\d+))?/s;

/** Returns the errors of one webhook's handler in a dry run, with their positions in the code. */
export function codeProblems(steps: readonly AdmissionStep[], webhook: string, code: string): CodeProblem[] {
  const lines = code.split('\n');
  const problems = steps.flatMap(({ name, why }) => {
    const [, message, line, column] = (name?.endsWith(`/${webhook}`) && why && PLACED_ERROR.exec(why)) || [];
    if (!message) return [];
    return [{ message, range: rangeAt(lines, Number(line), Number(column ?? 1)) }];
  });
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Returns the range of the word at a position. Positions after the end move to the last line. */
function rangeAt(lines: readonly string[], line: number, column: number): TextRange {
  const last = Math.min(line, lines.length);
  const text = lines[last - 1] ?? '';
  const start = Math.min(column, text.length + 1);
  const [word = ''] = /^[\w$]+|^./.exec(text.slice(start - 1)) ?? [];
  return { line: last, column: start, endLine: last, endColumn: start + Math.max(1, word.length) };
}
