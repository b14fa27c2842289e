import type { RE2JS } from '@bufbuild/re2';
import { errorText } from '../../api/error-text.ts';
import { compileRe2 } from '../../schema/compile-re2.ts';
import { FlagError } from './server-flags.ts';

/** One value of a comma-separated list. A quoted value may contain commas, and `""` for a quotation mark. */
const VALUE = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy;

const HELP = "expressions must match whole host names: '//example\\.com(:|$)' or '^https://example\\.com(:|$)'";

/**
 * Parses `--cors-allowed-origins`. Returns a function that reports whether an origin is allowed; undefined when none is.
 * @throws FlagError
 */
export function openAllowedOrigins(text: string): ((origin: string) => boolean) | undefined {
  if (text === '') return undefined;
  const expressions = listOf(text).map(compile);
  return (origin) => expressions.some((expression) => expression.test(origin));
}

function listOf(text: string): string[] {
  const matches = [...text.matchAll(VALUE)];
  const read = matches.reduce((length, [whole]) => length + whole.length, 0);
  if (read !== text.length) throw new FlagError(`--cors-allowed-origins has a bare quote: ${text}`);
  // At the end of the text the pattern matches once more.
  const values = matches.slice(0, matches.findIndex((match) => match[3] === '') + 1);
  return values.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

function compile(pattern: string): RE2JS {
  if (pattern === '') throw new FlagError(`empty value in --cors-allowed-origins, help: ${HELP}`);
  const problem = problemOf(pattern);
  if (!problem) return compileRe2(pattern);
  throw new FlagError(`--cors-allowed-origins has an invalid regular expression: ${problem}, help: ${HELP}`);
}

function problemOf(pattern: string): string | undefined {
  try {
    compileRe2(pattern);
  } catch (error) {
    return errorText(error);
  }
  const isPinned = /\^|\/\//.test(pattern) && /[$:]/.test(pattern);
  return isPinned ? undefined : 'regular expression does not pin to start/end of host in the origin header';
}
