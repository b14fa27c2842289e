import { utf8Bytes } from '../../api/encoding/utf8.ts';

const SIMPLE: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };
const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))/gs;

/** Returns the value of a string literal; undefined if it contains an invalid code point. */
export function unquoteText(quoted: string): string | undefined {
  const { body, raw } = contentOf(quoted);
  if (raw) return body;
  let valid = true;
  const text = body.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const code = escapedCode(groups);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) valid = false;
    return valid ? String.fromCodePoint(code) : '';
  });
  return valid ? text : undefined;
}

/**
 * Returns the value of a bytes literal: `\x..` and octal escapes are bytes, everything else is UTF-8. Undefined if it
 * contains an invalid escape.
 */
export function unquoteBytes(quoted: string): Uint8Array | undefined {
  const { body, raw } = contentOf(quoted.slice(1));
  if (raw) return utf8Bytes(body);
  const parts: number[] = [];
  let end = 0;
  for (const match of body.matchAll(ESCAPE)) {
    parts.push(...utf8Bytes(body.slice(end, match.index)));
    const [, hex, short, long, octal, simple] = match;
    if (short ?? long) return undefined;
    const code = escapedCode([hex, undefined, undefined, octal, simple]);
    if (hex === undefined && octal === undefined) parts.push(...utf8Bytes(String.fromCodePoint(code)));
    else parts.push(code);
    end = match.index + match[0].length;
  }
  return Uint8Array.from([...parts, ...utf8Bytes(body.slice(end))]);
}

function escapedCode([hex, short, long, octal, simple = '']: readonly (string | undefined)[]): number {
  const digits = hex ?? short ?? long;
  if (digits !== undefined) return Number.parseInt(digits, 16);
  if (octal !== undefined) return Number.parseInt(octal, 8);
  return SIMPLE[simple] ?? simple.codePointAt(0) ?? 0;
}

function contentOf(quoted: string): { body: string; raw: boolean } {
  const raw = /^[rR]/.test(quoted);
  const text = raw ? quoted.slice(1) : quoted;
  const length = text.length >= 6 && /^(?:"""|''')/.test(text) ? 3 : 1;
  return { body: text.slice(length, -length), raw };
}
