import { BoundedMap } from '../../api/bounded-map.ts';
import type { RequestInfo } from '../../api/request-info.ts';
import { readRequestInfo } from './read-request-info.ts';

/** What the URL and the method of a request say. Requests share it: nobody changes it. */
export interface RequestTarget {
  readonly url: URL;
  readonly info: RequestInfo;
}

const MOST_TARGETS = 1024;
/** Clients choose URLs: long ones would fill the memory. */
const LONGEST_URL = 500;

/** Reads the targets of requests. Clients repeat most of them, so that the recent ones are remembered. */
export class RequestTargets {
  readonly #recent = new BoundedMap<string, RequestTarget>(MOST_TARGETS);

  of(method: string, url: string): RequestTarget {
    const key = `${method} ${url}`;
    const known = this.#recent.get(key);
    if (known) return known;
    const parsed = new URL(url);
    const target = { url: parsed, info: readRequestInfo(method, parsed) };
    if (url.length <= LONGEST_URL) this.#recent.set(key, target);
    return target;
  }
}
