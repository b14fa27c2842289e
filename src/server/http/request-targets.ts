import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { RequestInfo } from '../../api/request-info.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { readRequestInfo } from './read-request-info.ts';

/** What the URL and the method of a request say. Requests share it: nobody changes it. */
export interface RequestTarget {
  readonly url: RequestUrl;
  readonly info: RequestInfo;
}

const MOST_TARGETS = 1024;
const MOST_QUERIES = 100;
/** Clients choose URLs: long ones would fill the memory. */
const LONGEST_URL = 500;

/** Reads the targets of requests. Clients repeat most of them, so that the recent ones are remembered. */
export class RequestTargets {
  readonly #recent = new BoundedMap<string, RequestTarget>(MOST_TARGETS);
  readonly #queries = new BoundedMap<string, URLSearchParams>(MOST_QUERIES);

  of(method: string, url: string): RequestTarget {
    const key = `${method} ${url}`;
    const known = this.#recent.get(key);
    if (known) return known;
    const read = this.#read(url);
    const target = { url: read, info: readRequestInfo(method, read) };
    if (url.length <= LONGEST_URL) this.#recent.set(key, target);
    return target;
  }

  #read(url: string): RequestUrl {
    const [, pathname, search = ''] = PLAIN_URL.exec(url) ?? [];
    if (pathname === undefined || pathname.includes('/.') || url.length > LONGEST_URL) return new URL(url);
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

/** URLs that the platform would leave as they are, for which it takes long. A segment with a leading dot may be resolved. */
const PLAIN_URL = /^https?:\/\/[a-z0-9][a-z0-9.-]*(?::\d{1,4})?(\/[\w.~:/-]*)(\?[\w.~:=&*+%,!/-]+)?$/;
