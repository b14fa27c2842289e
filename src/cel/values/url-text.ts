import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';

/** The parts of an URL, as Go's `net/url` tells them apart: nothing is normalized. */
export interface UrlParts {
  readonly scheme: string;
  /** With the port, without the user. */
  readonly host: string;
  /** As it was escaped. */
  readonly path: string;
  readonly query: string;
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/s;
const ESCAPE = /%(?![0-9A-Fa-f]{2}).{0,2}/s;
/** What may stand in a path as it is; the others are escaped, and then so is what need not be. */
const WRITTEN_PATH = /^[A-Za-z0-9\-_.~!$&'()*+,;=:@[\]%/]*$/;
const KEPT_IN_PATHS = /[A-Za-z0-9\-_.~$&+,/:;=@]/;
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;

/** Why a text is no URL. */
class UrlError extends Error {}

/**
 * Reads an absolute URL or an absolute path: one that could be requested, which no fragment is part of.
 * @returns what is wrong with it as a text
 */
export const parseUrl = (text: string): UrlParts | string =>
  requestError(text) ?? attempt(text, () => read(text.replace(/#.*$/s, ''), false));

/** Why nobody could request this; undefined for an URL. */
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
  // `mailto:x` has a scheme and nothing that could be told apart.
  if (!rest.startsWith('/') && scheme !== '') return partsOf(scheme, '', '', query);
  if (!rest.startsWith('/')) throw new UrlError('invalid URI for request');
  // What is requested without a scheme is a path, whatever it begins with.
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

/** Escapes that stand for what need not be escaped are lost. */
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

/** With its port, without escapes: only what is not ASCII may be escaped, and the mark before the zone of an address. */
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

/** The values of a query by name; what is not well formed is left out. */
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
