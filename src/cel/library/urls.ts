import { type Evaluate, global, member } from '../typing/declarations.ts';
import { parseUrl, queryValues, requestError, type UrlParts } from '../values/url-text.ts';
import { ArrayList, EntryMap, Failure, keyText, Opaque, type Value } from '../values/values.ts';

const URL_TYPE = 'kubernetes.URL';

class UrlValue extends Opaque {
  readonly typeName = URL_TYPE;
  readonly parts: UrlParts;
  readonly #text: string;
  constructor(text: string, parts: UrlParts) {
    super();
    this.#text = text;
    this.parts = parts;
  }
  equals(other: Opaque): boolean {
    return other instanceof UrlValue && other.#text === this.#text;
  }
}

function toUrl([text = '']: readonly Value[]): Value {
  const parts = parseUrl(text as string);
  if (typeof parts === 'string') return new Failure(`URL parse error during conversion from string: ${parts}`);
  return new UrlValue(text as string, parts);
}

const part = (name: string, read: (parts: UrlParts) => string) =>
  member(name, `${URL_TYPE}: string`, ([url = null]) => read((url as UrlValue).parts));

const query: Evaluate = ([url = null], budget) => {
  const { parts } = url as UrlValue;
  budget.work(parts.query.length / 2);
  const entries = [...queryValues(parts.query)].map(
    ([key, values]) => [keyText(key), [key, new ArrayList(values)]] as const,
  );
  return new EntryMap(new Map(entries));
};

/** The URL library of Kubernetes. */
export const URLS = [
  global('url', `string: ${URL_TYPE}`, toUrl),
  global('isURL', 'string: bool', ([text = '']) => requestError(text as string) === undefined),
  part('getScheme', ({ scheme }) => scheme),
  part('getHost', ({ host }) => host),
  part('getHostname', ({ host }) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '')),
  part('getPort', ({ host }) => /:(\d*)$/.exec(host.replace(/^\[.*\]/, ''))?.[1] ?? ''),
  part('getEscapedPath', ({ path }) => path),
  member('getQuery', `${URL_TYPE}: map(string, list(string))`, query),
];
