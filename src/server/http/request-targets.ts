import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { readRequestInfo } from './read-request-info.ts';
import { type RequestTarget, TargetPattern } from './target-pattern.ts';

/** Number of cached methods, because clients can send any method. */
const MOST_METHODS = 16;
const MOST_TARGETS = 1024;
const MOST_PATTERNS = 2048;
const MOST_QUERIES = 100;
/** Longer targets are not cached. Clients can send any target, and long ones would fill the memory. */
const LONGEST_TARGET = 500;

/** The parsed recent targets of one method. */
interface KnownTargets {
  /** By target. */
  readonly recent: BoundedMap<string, RequestTarget>;
  /** By target without the name. Undefined for targets that only the general parser can read. */
  readonly patterns: BoundedMap<string, TargetPattern | undefined>;
}

/**
 * Parses request targets: path and query. Caches recent results, because clients repeat the targets of collections, and
 * those of objects except for the name.
 */
export class RequestTargets {
  readonly #byMethod = new BoundedMap<string, KnownTargets>(MOST_METHODS);
  readonly #queries = new BoundedMap<string, URLSearchParams>(MOST_QUERIES);

  of(method: string, sent: string): RequestTarget {
    if (hasDotSegments(sent)) return dotSegmentTarget(method, sent);
    if (sent.length > LONGEST_TARGET) return this.#read(method, sent);
    const known = this.#knownOf(method);
    const repeated = known.recent.get(sent);
    if (repeated) return repeated;
    const named = this.#named(method, sent, known);
    if (named) return named;
    const target = this.#read(method, sent);
    known.recent.set(sent, target);
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

  /** Returns the target of a path with the name of an object; undefined for other paths. */
  #named(method: string, sent: string, { patterns }: KnownTargets): RequestTarget | undefined {
    const start = startOfName(sent);
    if (start < 0) return undefined;
    const end = endOfName(sent, start);
    const name = sent.slice(start, end);
    if (!PLAIN_NAME.test(name)) return undefined;
    const before = sent.slice(0, start);
    const after = sent.slice(end);
    const key = `${before} ${after}`;
    let pattern = patterns.get(key);
    if (pattern === undefined && !patterns.has(key)) {
      pattern = TargetPattern.of(method, before, after, (text) => this.#plainUrl(text));
      patterns.set(key, pattern);
    }
    return pattern?.targetOf(sent, name);
  }

  #read(method: string, text: string): RequestTarget {
    const url = (text.length <= LONGEST_TARGET && this.#plainUrl(text)) || new URL(`http://localhost${text}`);
    return { url, info: readRequestInfo(method, url) };
  }

  /** Returns undefined for a target that the platform's URL parser might change. */
  #plainUrl(text: string): RequestUrl | undefined {
    const [, pathname, search = ''] = PLAIN_TARGET.exec(text) ?? [];
    if (pathname === undefined || pathname.includes('/.')) return undefined;
    return { pathname, search, searchParams: this.#query(search) };
  }

  /** Caches queries, because requests for many objects share a few of them. */
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

/** Reports whether a request target has segments that URLs resolve: `/api/v1/namespaces/..`. */
export const hasDotSegments = (target: string): boolean => target.includes('/.') && DOT_SEGMENTS.test(target);

/** Returns a request target without resolving segments: the real server treats them as names. */
function dotSegmentTarget(method: string, target: string): RequestTarget {
  const [, pathname = '', search = ''] = DOT_SEGMENTS.exec(target) ?? [];
  const url = { pathname, search, searchParams: new URLSearchParams(search) };
  return { url, info: readRequestInfo(method, url) };
}

/**
 * Targets that the platform's URL parser, which is slow, leaves unchanged unless a segment with a leading dot is
 * resolved.
 */
const PLAIN_TARGET = /^(\/[\w.~:/-]*)(\?[\w.~:=&*+%,!/-]+)?$/;
/** A path segment that can replace any other segment of a plain target. */
const PLAIN_NAME = /^[\w~:-][\w.~:-]*$/;

const NAMESPACES = 'namespaces/';

/** Returns the index at which the name of an object probably begins; -1 for targets without a name. */
function startOfName(target: string): number {
  const isCore = target.startsWith('/api/');
  if (!isCore && !target.startsWith('/apis/')) return -1;
  const resource = isCore ? afterSegments(target, 5, 1) : afterSegments(target, 6, 2);
  if (resource < 0) return -1;
  const start = target.startsWith(NAMESPACES, resource)
    ? afterSegments(target, resource + NAMESPACES.length, 2)
    : afterSegments(target, resource, 1);
  // The value of a parameter may also contain slashes.
  return target.lastIndexOf('?', start) < 0 ? start : -1;
}

/** Returns the index after `count` path segments; -1 when the target has fewer. */
function afterSegments(target: string, from: number, count: number): number {
  let place = from;
  for (let passed = 0; passed < count; passed++) {
    const slash = target.indexOf('/', place);
    if (slash < 0) return -1;
    place = slash + 1;
  }
  return place;
}

function endOfName(target: string, start: number): number {
  for (let place = start; place < target.length; place++) {
    const code = target.charCodeAt(place);
    if (code === SLASH || code === QUESTION_MARK) return place;
  }
  return target.length;
}

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
