import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';

/** Parts of a URL as Go's `net/url` splits it, without normalization. */
export interface UrlParts {
  readonly scheme: string;
  /** With the port, without user information. */
  readonly host: string;
  /** In its escaped form. */
  readonly path: string;
  readonly query: string;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s;
const ESCAPE = /%(?![0-9A-Fa-f]{2}).{0,2}/s;
/** Paths that are kept unchanged; all others are unescaped and escaped again. */
const WRITTEN_PATH = /^[A-Za-z0-9\-_.~!$&'()*+,;=:@[\]%/]*$/;
const KEPT_IN_PATHS = /[A-Za-z0-9\-_.~$&+,/:;=@]/;
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;

/** An invalid URL. */
class UrlError extends Error {}

/**
 * Parses an absolute URL or path as Go's ParseRequestURI does, without a fragment.
 * @returns the parts, or an error message
 */
export const parseUrl = (text: string): UrlParts | string =>
  requestError(text) ?? attempt(text, () => read(text.replace(/#.*$/s, ''), false));

/** Returns why a text is not a valid request URI; undefined when it is. */
export function requestError(text: string): string | undefined {
  const parts = attempt(text, () => read(text, true));
  return typeof parts === 'string' ? parts : undefined;
}

function attempt(text: string, parse: () => UrlParts): UrlParts | string {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UrlError) return `parse ${JSON.stringify(text)}: ${error.message}`;
    throw error;
  }
}

/** @throws UrlError */
function read(text: string, isRequest: boolean): UrlParts {
  if ([...text].some((character) => character < ' ' || character === '\x7f')) {
    throw new UrlError('net/url: invalid control character in URL');
  }
  if (text === '' && isRequest) throw new UrlError('empty url');
  if (text === '*') return partsOf('', '', '*', '');
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme');
  const [, scheme = '', afterScheme = text] = SCHEME.exec(text) ?? [];
  const question = afterScheme.indexOf('?');
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question);
  const query = question < 0 ? '' : afterScheme.slice(question + 1);
  // `mailto:x` is opaque: it has only a scheme.
  if (!rest.startsWith('/') && scheme !== '') return partsOf(scheme, '', '', query);
  if (!rest.startsWith('/')) throw new UrlError('invalid URI for request');
  // Without a scheme, a request URI is a path, even if it starts with `//`.
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !(isRequest || rest.startsWith('///')));
  if (!hasAuthority) return partsOf(scheme, '', rest, query);
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const at = authority.lastIndexOf('@');
  const host = readHost(authority.slice(at + 1));
  if (!USER.test(authority.slice(0, Math.max(at, 0)))) throw new UrlError('net/url: invalid userinfo');
  return partsOf(scheme, host, slash < 0 ? '' : rest.slice(slash), query);
}

function partsOf(scheme: string, host: string, path: string, query: string): UrlParts {
  requireEscapes(path);
  return { scheme: scheme.toLowerCase(), host, path: WRITTEN_PATH.test(path) ? path : escapePath(path), query };
}

/** Escapes a path; unnecessary escapes are removed. */
function escapePath(path: string): string {
  let shown = '';
  for (const byte of bytesOf(path)) {
    const character = String.fromCharCode(byte);
    shown += KEPT_IN_PATHS.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return shown;
}

function bytesOf(escaped: string): number[] {
  return escaped
    .split(/(%[0-9A-Fa-f]{2})/)
    .flatMap((part, index) => (index % 2 === 1 ? [Number.parseInt(part.slice(1), 16)] : [...utf8Bytes(part)]));
}

/**
 * Returns the unescaped host with its port. Only non-ASCII characters and the percent sign before a zone may be
 * escaped.
 */
function readHost(host: string): string {
  const end = host.startsWith('[') ? host.lastIndexOf(']') : host.lastIndexOf(':') - 1;
  if (host.startsWith('[') && end < 0) throw new UrlError("missing ']' in host");
  const port = host.startsWith('[') || host.includes(':') ? host.slice(end + 1) : '';
  if (!/^(?::\d*)?$/.test(port)) throw new UrlError(`invalid port ${JSON.stringify(port)} after host`);
  requireEscapes(host);
  const zone = host.startsWith('[') ? host.indexOf('%25') : -1;
  const named = zone < 0 ? host : host.slice(0, zone);
  const ascii = /%[0-7][0-9A-Fa-f]/.exec(named.replaceAll('%25', ''))?.[0];
  if (ascii !== undefined) throw new UrlError(`invalid URL escape ${JSON.stringify(ascii)}`);
  const bad = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)?.[0];
  if (bad !== undefined) throw new UrlError(`invalid character ${JSON.stringify(bad)} in host name`);
  return utf8Text(Uint8Array.from(bytesOf(host)));
}

function requireEscapes(text: string): void {
  const bad = ESCAPE.exec(text)?.[0];
  if (bad !== undefined) throw new UrlError(`invalid URL escape ${JSON.stringify(bad)}`);
}

/** Returns the values of a query by name; malformed parts are ignored. */
export function queryValues(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const at = part.indexOf('=');
    const name = unescapeQuery(at < 0 ? part : part.slice(0, at));
    const value = unescapeQuery(at < 0 ? '' : part.slice(at + 1));
    if (name === undefined || value === undefined) continue;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function unescapeQuery(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
