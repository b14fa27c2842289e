import { RE2JS } from '@bufbuild/re2';

/** Compiles a pattern in RE2 syntax. @throws Error when it is invalid */
export const compileRe2 = (pattern: string): RE2JS => RE2JS.compile(pattern);
