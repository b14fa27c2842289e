import { describe, expect, it } from 'vitest';
import { HeaderList } from '../../../src/api/messages/header-list.ts';
import { warningTexts } from '../../../src/client/warning-header.ts';
import { addWarnings } from '../../../src/server/http/responses.ts';

const answered = (...warnings: string[]): Headers => {
  const headers = new HeaderList();
  addWarnings(headers, warnings);
  return new Headers([...headers]);
};

describe('warnings of a response', () => {
  it('have one header each, without duplicates', () => {
    expect(answered('a', 'b', 'a').get('warning')).toBe('299 - "a", 299 - "b"');
  });
  it('escape quotes and backslashes', () => {
    expect(answered('field "a\\b"').get('warning')).toBe('299 - "field \\"a\\\\b\\""');
  });
  it('contain any text as UTF-8, which clients can decode', () => {
    expect(warningTexts(answered('unknown field "💥 é"'))).toEqual(['unknown field "💥 é"']);
  });
  it('are dropped when they contain control characters, which headers cannot hold', () => {
    expect(answered('a\nb', 'c').get('warning')).toBe('299 - "c"');
  });
});
