import type { UserInfo } from '../api/user-info.ts';
import { sharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

/** An invalid token file, with a message for its author. */
export class TokenFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TokenFileError';
  }
}

/**
 * Authenticates the tokens of `--token-auth-file`: lines of token, user, uid and, optionally, a quoted list of groups.
 * They are valid for the server's audiences.
 */
export function staticTokenAuthenticator(file: string, audiences: readonly string[]): TokenAuthenticator {
  const users = parseTokenFile(file);
  return {
    name: 'static token',
    async authenticateToken(token, requested) {
      const user = users.get(token);
      const shared = sharedAudiences(audiences, requested);
      return user && shared.length ? { user, audiences: shared } : undefined;
    },
  };
}

/** Returns the users by token; the last line of a repeated token wins. Lines with an empty token are skipped. */
export function parseTokenFile(text: string): ReadonlyMap<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const record of parseCsv(text)) {
    const [token = '', username = '', uid = '', groups = ''] = record;
    if (record.length < 3) {
      throw new TokenFileError(
        `token file must have at least 3 columns (token, user name, user uid), found ${record.length}`,
      );
    }
    if (token === '') continue;
    const named = groups.split(',').filter((group) => group !== '');
    users.set(token, { username, ...(uid ? { uid } : {}), ...(named.length ? { groups: named } : {}) });
  }
  return users;
}

/** Parses CSV (RFC 4180); skips blank lines and white space before fields. */
function parseCsv(text: string): readonly string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let position = 0;
  const newline = /\r?\n/y;
  while (position < text.length) {
    const field = readField(text, position);
    fields.push(field.value);
    position = field.end;
    if (text[position] === ',') {
      position++;
      if (position === text.length) fields.push('');
      else continue;
    }
    newline.lastIndex = position;
    const end = newline.exec(text);
    if (!end && position < text.length)
      throw new TokenFileError(
        `extraneous text after a quoted field in line ${text.slice(0, position).split('\n').length}`,
      );
    position += end?.[0].length ?? 0;
    if (fields.length > 1 || fields[0] !== '') records.push(fields);
    fields = [];
  }
  return records;
}

function readField(text: string, start: number): { value: string; end: number } {
  const pattern = /[ \t]*(?:"((?:[^"]|"")*)"|([^",\r\n]*))/y;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) return { value: '', end: start };
  const [whole, quotedValue, plain = ''] = match;
  return { value: quotedValue === undefined ? plain : quotedValue.replaceAll('""', '"'), end: start + whole.length };
}
