import { describe, expect, it } from 'vitest';
import { warningTexts } from '../../../src/client/warning-header.ts';
import { withWarnings } from '../../../src/server/http/responses.ts';

const answered = (...warnings: string[]) => withWarnings(Response.json({}), warnings).headers;

describe('warnings of an answer', () => {
  it('are one header each, equal texts once', () => {
    expect(answered('a', 'b', 'a').get('warning')).toBe('299 - "a", 299 - "b"');
  });
  it('escape quotes and backslashes', () => {
    expect(answered('field "a\\b"').get('warning')).toBe('299 - "field \\"a\\\\b\\""');
  });
  it('carry any text as UTF-8, which the client reads back', () => {
    expect(warningTexts(answered('unknown field "💥 é"'))).toEqual(['unknown field "💥 é"']);
  });
  it('are left out when they hold control characters, which no header may', () => {
    expect(answered('a\nb', 'c').get('warning')).toBe('299 - "c"');
  });
});
