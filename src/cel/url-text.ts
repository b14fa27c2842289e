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
const UNESCAPED = /[^A-Za-z0-9\-_.~$&+,/:;=@!'()*%[\]]/g;

/**
 * Reads an absolute URL or an absolute path.
 * @returns what is wrong with it as a text
 */
export function parseUrl(text: string): UrlParts | string {
  const refuse = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if ([...text].some((character) => character < ' ' || character === '\x7f')) {
    return refuse('net/url: invalid control character in URL');
  }
  if (text === '') return refuse('empty url');
  const fragment = text.indexOf('#');
  const whole = fragment < 0 ? text : text.slice(0, fragment);
  if (whole.startsWith(':')) return refuse('missing protocol scheme');
  const [, scheme = '', afterScheme = whole] = SCHEME.exec(whole) ?? [];
  const question = afterScheme.indexOf('?');
  const rest = question < 0 ? afterScheme : afterScheme.slice(0, question);
  const query = question < 0 ? '' : afterScheme.slice(question + 1);
  if (!rest.startsWith('/'))
    return scheme === '' || rest !== '' ? opaque(scheme, query, refuse) : partsOf(scheme, '', '', query);
  // Without a scheme, two slashes begin a path.
  if (!rest.startsWith('//') || scheme === '') return escapesOf(rest, refuse) ?? partsOf(scheme, '', rest, query);
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const path = slash < 0 ? '' : rest.slice(slash);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return hostError(host, refuse) ?? escapesOf(path, refuse) ?? partsOf(scheme, host, path, query);
}

type Refuse = (why: string) => string;

const partsOf = (scheme: string, host: string, path: string, query: string): UrlParts => ({
  scheme: scheme.toLowerCase(),
  host,
  path: path.replace(UNESCAPED, encodeURIComponent),
  query,
});

/** `mailto:x` has a scheme and nothing that could be told apart; a relative reference is refused. */
const opaque = (scheme: string, query: string, refuse: Refuse): UrlParts | string =>
  scheme === '' ? refuse('invalid URI for request') : partsOf(scheme, '', '', query);

function hostError(host: string, refuse: Refuse): string | undefined {
  const port =
    /^(?:\[[^\]]*\]|[^:]*)(:.*)?$/.exec(host)?.[1] ?? (host.includes(':') ? host.slice(host.lastIndexOf(':')) : '');
  if (port !== '' && !/^:\d*$/.test(port)) return refuse(`invalid port ${JSON.stringify(port)} after host`);
  if (host.startsWith('[') && !host.includes(']')) return refuse("missing ']' in host");
  const bad = /[\s<>"^`{|}\\]/.exec(host)?.[0];
  return bad === undefined ? escapesOf(host, refuse) : refuse(`invalid character ${JSON.stringify(bad)} in host name`);
}

function escapesOf(text: string, refuse: Refuse): string | undefined {
  const bad = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(text)?.[0];
  return bad === undefined ? undefined : refuse(`invalid URL escape ${JSON.stringify(bad)}`);
}

/** The values of a query by name; what is not well formed is left out. */
export function queryValues(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';')) continue;
    const at = part.indexOf('=');
    const name = unescapeQuery(at < 0 ? part : part.slice(0, at));
    const value = unescapeQuery(at < 0 ? '' : part.slice(at + 1));
    if (name !== undefined && value !== undefined) values.set(name, [...(values.get(name) ?? []), value]);
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
