import type { RequestInfo } from '../../api/request-info.ts';
import type { RequestUrl } from '../observe/received-request.ts';
import { readRequestInfo } from './read-request-info.ts';

/** The parsed URL and method of a request. Never changed, so that requests can share it. */
export interface RequestTarget {
  readonly url: RequestUrl;
  readonly info: RequestInfo;
}

/** The common part of the targets of one method whose URLs differ only in the object's name. */
export class TargetPattern {
  readonly #url: RequestUrl;
  readonly #info: RequestInfo;

  private constructor(url: RequestUrl, info: RequestInfo) {
    this.#url = url;
    this.#info = info;
  }

  /**
   * Compares the URLs with two different names. Returns undefined when a URL is not plain or the targets differ in more
   * than the name, because that segment is not a name.
   */
  static of(
    method: string,
    before: string,
    after: string,
    plainUrl: (text: string) => RequestUrl | undefined,
  ): TargetPattern | undefined {
    const [text, otherText] = [`${before}a${after}`, `${before}b${after}`];
    const [url, otherUrl] = [plainUrl(text), plainUrl(otherText)];
    if (!url || !otherUrl) return undefined;
    const pattern = new TargetPattern(url, readRequestInfo(method, url));
    const expected = JSON.stringify(readRequestInfo(method, otherUrl));
    return JSON.stringify(pattern.targetOf(otherText, 'b').info) === expected ? pattern : undefined;
  }

  /** Returns the target of a URL that matches the pattern and has this name. */
  targetOf(text: string, name: string): RequestTarget {
    const { search, searchParams } = this.#url;
    const pathname = text.slice(0, text.length - search.length);
    return { url: { pathname, search, searchParams }, info: this.#infoOf(pathname, name) };
  }

  #infoOf(path: string, name: string): RequestInfo {
    const { resource, parts } = this.#info;
    return { ...this.#info, path, name, parts: [resource, name, ...parts.slice(2)] };
  }
}
