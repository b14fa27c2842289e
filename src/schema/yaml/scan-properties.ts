import { utf8Text } from '../../api/encoding/utf8.ts';
import { isBlank, isBlankOrEnd, isBreakOrEnd, isNameCharacter, type TextCursor } from './text-cursor.ts';
import type { DirectiveToken, NameToken, TagToken } from './yaml-token.ts';

/** Scans `&name` or `*name`. */
export function scanName(cursor: TextCursor): NameToken {
  const { line } = cursor;
  const kind = cursor.read() === '*' ? 'alias' : 'anchor';
  const name = cursor.readWhile(isNameCharacter);
  if (name === '' || !(isBlankOrEnd(cursor.current) || '?:,]}%@`'.includes(cursor.current))) {
    throw cursor.failure('did not find expected alphabetic or numeric character');
  }
  return { kind, line, name };
}

/** Scans `!suffix`, `!handle!suffix` or `!<whole tag>`. */
export function scanTag(cursor: TextCursor): TagToken {
  const { line } = cursor;
  const { handle, suffix } = cursor.ahead(1) === '<' ? readVerbatimTag(cursor) : readShortTag(cursor);
  if (!isBlankOrEnd(cursor.current)) throw cursor.failure('did not find expected whitespace or line break');
  return { kind: 'tag', line, handle, suffix };
}

function readVerbatimTag(cursor: TextCursor): { handle: string; suffix: string } {
  cursor.skip(2);
  const suffix = readUri(cursor, '');
  if (cursor.current !== '>') throw cursor.failure("did not find the expected '>'");
  cursor.skip();
  return { handle: '', suffix };
}

function readShortTag(cursor: TextCursor): { handle: string; suffix: string } {
  const handle = readHandle(cursor, false);
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: readUri(cursor, '') };
  const suffix = readUri(cursor, handle);
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix };
}

function readHandle(cursor: TextCursor, isDirective: boolean): string {
  if (cursor.current !== '!') throw cursor.failure("did not find expected '!'");
  const handle = cursor.read() + cursor.readWhile(isNameCharacter);
  if (cursor.current === '!') return handle + cursor.read();
  if (isDirective && handle !== '!') throw cursor.failure("did not find expected '!'");
  return handle;
}

/**
 * Reads a tag URI. `head` is text that was read as a handle but turned out to start the URI; its first character is
 * dropped.
 */
function readUri(cursor: TextCursor, head: string): string {
  let uri = head.slice(1);
  let isEmpty = head === '';
  while (
    isNameCharacter(cursor.current) ||
    (cursor.current !== '' && ";/?:@&=+$,.!~*'()[]%".includes(cursor.current))
  ) {
    uri += cursor.current === '%' ? readUriEscape(cursor) : cursor.read();
    isEmpty = false;
  }
  if (isEmpty) throw cursor.failure('did not find expected tag URI');
  return uri;
}

function readUriEscape(cursor: TextCursor): string {
  const bytes: number[] = [];
  for (let left = 1; left > 0; left--) {
    const digits = cursor.ahead(1) + cursor.ahead(2);
    if (cursor.current !== '%' || !/^[0-9A-Fa-f]{2}$/.test(digits)) {
      throw cursor.failure('did not find URI escaped octet');
    }
    const octet = Number.parseInt(digits, 16);
    if (bytes.length === 0) left = utf8Length(octet);
    if (left === 0) throw cursor.failure('found an incorrect leading UTF-8 octet');
    if (bytes.length > 0 && (octet & 0xc0) !== 0x80) throw cursor.failure('found an incorrect trailing UTF-8 octet');
    bytes.push(octet);
    cursor.skip(3);
  }
  return utf8Text(Uint8Array.from(bytes));
}

function utf8Length(octet: number): number {
  if (octet < 0x80) return 1;
  if (octet < 0xc0) return 0;
  if (octet < 0xe0) return 2;
  if (octet < 0xf0) return 3;
  return octet < 0xf8 ? 4 : 0;
}

/** Scans `%YAML 1.1` or `%TAG !handle! prefix`, including the line break. */
export function scanDirective(cursor: TextCursor): DirectiveToken {
  const { line } = cursor;
  cursor.skip();
  const name = cursor.readWhile(isNameCharacter);
  if (name === '') throw cursor.failure('could not find expected directive name');
  if (!isBlankOrEnd(cursor.current)) throw cursor.failure('found unexpected non-alphabetical character');
  if (name !== 'YAML' && name !== 'TAG') throw cursor.failure('found unknown directive name');
  cursor.readWhile(isBlank);
  const token: DirectiveToken =
    name === 'YAML'
      ? { kind: 'version-directive', line, version: readVersion(cursor) }
      : { kind: 'tag-directive', line, ...readTagDirective(cursor) };
  cursor.readWhile(isBlank);
  cursor.skipComment();
  if (!isBreakOrEnd(cursor.current)) throw cursor.failure('did not find expected comment or line break');
  if (cursor.current !== '') cursor.readBreak();
  return token;
}

function readVersion(cursor: TextCursor): string {
  const major = readVersionNumber(cursor);
  if (cursor.current !== '.') throw cursor.failure("did not find expected digit or '.' character");
  cursor.skip();
  return `${major}.${readVersionNumber(cursor)}`;
}

function readVersionNumber(cursor: TextCursor): number {
  let digits = '';
  while (/^[0-9]$/.test(cursor.current)) {
    if (digits.length === 2) throw cursor.failure('found extremely long version number');
    digits += cursor.read();
  }
  if (digits === '') throw cursor.failure('did not find expected version number');
  return Number(digits);
}

function readTagDirective(cursor: TextCursor): { handle: string; prefix: string } {
  const handle = readHandle(cursor, true);
  if (!isBlank(cursor.current)) throw cursor.failure('did not find expected whitespace');
  cursor.readWhile(isBlank);
  const prefix = readUri(cursor, '');
  if (!isBlankOrEnd(cursor.current)) throw cursor.failure('did not find expected whitespace or line break');
  return { handle, prefix };
}
