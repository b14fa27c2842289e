import { type Evaluate, global, member } from '../typing/declarations.ts';
import { compileRegularExpression } from '../values/regular-expression.ts';
import { ArrayList, Failure } from '../values/values.ts';

const test: Evaluate = ([text = '', pattern = ''], budget) => {
  const expression = compileRegularExpression(pattern as string, budget);
  return expression instanceof Failure ? expression : expression.test(text as string, budget);
};

const find: Evaluate = ([text = '', pattern = ''], budget) => {
  const expression = compileRegularExpression(pattern as string, budget);
  if (expression instanceof Failure) return new Failure(`Illegal regex: ${expression.message}`);
  const found = expression.find(text as string, 0, budget);
  return found ? (text as string).slice(found.start, found.end) : '';
};

/** Ignores an empty match directly after another match. */
const findAll: Evaluate = ([subject = '', pattern = '', limit = -1n], budget) => {
  const expression = compileRegularExpression(pattern as string, budget);
  if (expression instanceof Failure) return new Failure(`Illegal regex: ${expression.message}`);
  const text = subject as string;
  const all: string[] = [];
  let lastEnd = -1;
  for (let at = 0; at <= text.length && (limit as bigint) !== BigInt(all.length); ) {
    const found = expression.find(text, at, budget);
    if (!found) break;
    const isEmpty = found.start === found.end;
    if (!isEmpty || found.end !== lastEnd) all.push(text.slice(found.start, found.end));
    lastEnd = found.end;
    at = isEmpty ? found.end + 1 : found.end;
  }
  return new ArrayList(all);
};

export const REGULAR_EXPRESSIONS = [
  global('matches', 'string, string: bool', test),
  member('matches', 'string, string: bool', test),
  member('find', 'string, string: string', find),
  member('findAll', 'string, string: list(string)', findAll),
  member('findAll', 'string, string, int: list(string)', findAll),
];
