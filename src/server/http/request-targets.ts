import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { readRequestInfo } from './read-request-info.ts';
import { type RequestTarget, TargetPattern } from './target-pattern.ts';

/** Clients choose methods, too. */
const MOST_METHODS = 16;
const MOST_TARGETS = 1024;
const MOST_PATTERNS = 2048;
const MOST_QUERIES = 100;
/** Clients choose URLs: long ones would fill the memory. */
const LONGEST_URL = 500;

/** What the recent URLs of one method say. */
interface KnownTargets {
  /** By URL. */
  readonly recent: BoundedMap<string, RequestTarget>;
  /** By URL without the name. An undefined one stands for URLs that only the general rules can read. */
  readonly patterns: BoundedMap<string, TargetPattern | undefined>;
}

/**
 * Reads the targets of requests. Clients repeat the URLs of collections, and those of objects except for the name, so that what
 * the recent ones say is remembered.
 */
export class RequestTargets {
  readonly #byMethod = new BoundedMap<string, KnownTargets>(MOST_METHODS);
  readonly #queries = new BoundedMap<string, URLSearchParams>(MOST_QUERIES);

  of(method: string, url: string): RequestTarget {
    if (url.length > LONGEST_URL) return this.#read(method, url);
    const known = this.#knownOf(method);
    const repeated = known.recent.get(url);
    if (repeated) return repeated;
    const named = this.#named(method, url, known);
    if (named) return named;
    const target = this.#read(method, url);
    known.recent.set(url, target);
    return target;
  }

  #knownOf(method: string): KnownTargets {
    let known = this.#byMethod.get(method);
    if (!known) {
      known = { recent: new BoundedMap(MOST_TARGETS), patterns: new BoundedMap(MOST_PATTERNS) };
      this.#byMethod.set(method, known);
    }
    return known;
  }

  /** Returns the target of a URL with the name of an object; undefined for other URLs. */
  #named(method: string, url: string, { patterns }: KnownTargets): RequestTarget | undefined {
    const start = startOfName(url);
    if (start < 0) return undefined;
    const end = endOfName(url, start);
    const name = url.slice(start, end);
    if (!PLAIN_NAME.test(name)) return undefined;
    const before = url.slice(0, start);
    const after = url.slice(end);
    const key = `${before} ${after}`;
    let pattern = patterns.get(key);
    if (pattern === undefined && !patterns.has(key)) {
      pattern = TargetPattern.of(method, before, after, (text) => this.#plainUrl(text));
      patterns.set(key, pattern);
    }
    return pattern?.targetOf(url, name);
  }

  #read(method: string, text: string): RequestTarget {
    const url = (text.length <= LONGEST_URL && this.#plainUrl(text)) || new URL(text);
    return { url, info: readRequestInfo(method, url) };
  }

  /** Returns undefined for a URL that the platform might change. */
  #plainUrl(text: string): RequestUrl | undefined {
    const [, pathname, search = ''] = PLAIN_URL.exec(text) ?? [];
    if (pathname === undefined || pathname.includes('/.')) return undefined;
    return { pathname, search, searchParams: this.#query(search) };
  }

  /** Requests for many objects have the same few queries. */
  #query(search: string): URLSearchParams {
    let query = this.#queries.get(search);
    if (!query) {
      query = new URLSearchParams(search);
      this.#queries.set(search, query);
    }
    return query;
  }
}

/** A path with a segment that URLs resolve, and the query after it. */
const DOT_SEGMENTS = /^(\/(?:[^?#]*\/)?\.\.?(?:\/[^?#]*)?)(\?[^#]*)?$/;

/** Reports whether a request target, a path with a query, has segments that URLs resolve: `/api/v1/namespaces/..`. */
export const hasDotSegments = (target: string): boolean => DOT_SEGMENTS.test(target);

/** Returns a request target without resolving segments: the real server takes them for names. */
export function dotSegmentTarget(method: string, target: string): RequestTarget {
  const [, pathname = '', search = ''] = DOT_SEGMENTS.exec(target) ?? [];
  const url = { pathname, search, searchParams: new URLSearchParams(search) };
  return { url, info: readRequestInfo(method, url) };
}

/** URLs that the platform would leave as they are, for which it takes long. A segment with a leading dot may be resolved. */
const PLAIN_URL = /^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,4})?(\/[\w.~:/-]*)(\?[\w.~:=&*+%,!/-]+)?$/;
/** A path segment that a plain URL may have instead of any other. */
const PLAIN_NAME = /^[\w~:-][\w.~:-]*$/;

const NAMESPACES = 'namespaces/';

/** Returns where the name of an object seems to begin; -1 in URLs without one. */
function startOfName(url: string): number {
  const path = url.indexOf('/', url.indexOf('//') + 2);
  const isCore = url.startsWith('/api/', path);
  if (!isCore && !url.startsWith('/apis/', path)) return -1;
  const resource = isCore ? afterSegments(url, path + 5, 1) : afterSegments(url, path + 6, 2);
  if (resource < 0) return -1;
  const start = url.startsWith(NAMESPACES, resource)
    ? afterSegments(url, resource + NAMESPACES.length, 2)
    : afterSegments(url, resource, 1);
  // The value of a parameter may have slashes, too.
  return url.lastIndexOf('?', start) < 0 ? start : -1;
}

/** Returns the place after so many path segments; -1 when the path ends before. */
function afterSegments(url: string, from: number, count: number): number {
  let place = from;
  for (let passed = 0; passed < count; passed++) {
    const slash = url.indexOf('/', place);
    if (slash < 0) return -1;
    place = slash + 1;
  }
  return place;
}

function endOfName(url: string, start: number): number {
  for (let place = start; place < url.length; place++) {
    const code = url.charCodeAt(place);
    if (code === SLASH || code === QUESTION_MARK) return place;
  }
  return url.length;
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
