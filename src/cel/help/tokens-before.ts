import type { Token } from '../syntax/lexer.ts';

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Kinds of tokens that are an operand by themselves. */
const OPERANDS = new Set([
  'IDENTIFIER',
  'STRING',
  'BYTES',
  'NUM_INT',
  'NUM_UINT',
  'NUM_FLOAT',
  'true',
  'false',
  'null',
]);

/** Returns the index of the first token of the operand that ends at a token, such as `a` in `x + a.b(c)[0]`; -1 for none. */
export function operandStart(tokens: readonly Token[], end: number): number {
  const kind = tokens[end]?.kind ?? '';
  const opening = OPENING[kind];
  let start = end;
  if (opening) {
    start = openingOf(tokens, end, kind, opening);
    const before = tokens[start - 1]?.kind ?? '';
    // A call or an index belongs to the operand before it.
    if (start > 0 && opening !== '{' && (OPERANDS.has(before) || before in OPENING))
      return operandStart(tokens, start - 1);
  } else if (!OPERANDS.has(kind)) return -1;
  return tokens[start - 1]?.kind === '.' ? operandStart(tokens, start - 2) : start;
}

function openingOf(tokens: readonly Token[], end: number, closing: string, opening: string): number {
  let depth = 0;
  for (let index = end; index >= 0; index--) {
    const kind = tokens[index]?.kind;
    if (kind === closing) depth++;
    if (kind === opening && --depth === 0) return index;
  }
  return -1;
}
