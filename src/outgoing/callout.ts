import { goJson } from '../api/encoding/go-json.ts';
import { LONGEST_ANSWER } from '../api/encoding/read-stream.ts';
import type { Clock, Fetch } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import { readText } from '../api/messages/read-message.ts';
import { isRecord } from '../api/object.ts';
import { isStatus } from '../api/status.ts';
import type { KubeconfigTarget } from './kubeconfig.ts';

export interface CalloutOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly target: KubeconfigTarget;
  /** Milliseconds before the first retry; 500 by default. */
  readonly retryBackoff?: number;
}

const TIMEOUT_SECONDS = 30;
/** Milliseconds before the first retry, and the factor by which each further delay grows. */
const RETRY_BACKOFF = 500;
const RETRY_FACTOR = 1.5;
const RETRIES = 4;
const MAXIMUM_TEXT = 2048;

/**
 * Posts a review to the server of a kubeconfig and returns its answer. Retryable answers (429, 500, 504, or any 5xx
 * with Retry-After) are retried up to four times.
 * @throws Error when there is no usable answer, with the message of the real server's client
 */
export async function callOut(options: CalloutOptions, review: object): Promise<Readonly<Record<string, unknown>>> {
  let wait = options.retryBackoff ?? RETRY_BACKOFF;
  for (let retry = 0; retry < RETRIES; retry++) {
    const answer = await post(options, review);
    if (!(answer instanceof RetryableError)) return answer;
    const milliseconds = Math.round(wait);
    await new Promise<void>((resolve) => options.clock.after(milliseconds, resolve));
    wait *= RETRY_FACTOR;
  }
  const last = await post(options, review);
  if (last instanceof Error) throw last;
  return last;
}

/** An answer that permits a retry. */
class RetryableError extends Error {}

async function post(
  { fetch, clock, target }: CalloutOptions,
  review: object,
): Promise<Readonly<Record<string, unknown>> | RetryableError> {
  const url = new URL(target.server);
  url.searchParams.set('timeout', `${TIMEOUT_SECONDS}s`);
  const deadline = new AbortController();
  const cancel = clock.after(TIMEOUT_SECONDS * 1000, () => deadline.abort());
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, */*',
        ...(target.authorization ? { authorization: target.authorization } : {}),
      },
      body: goJson(review),
      signal: deadline.signal,
    });
    const response = await fetch(request, target.trust);
    return readAnswer(response.status, await readText(response, LONGEST_ANSWER), response.headers);
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    const reason = deadline.signal.aborted
      ? 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)'
      : errorText(error);
    throw new Error(`Post "${url.href}": ${reason}`);
  } finally {
    cancel();
  }
}

/** The server answered, but with an error or something unusable. */
class AnswerError extends Error {}

function readAnswer(code: number, text: string, headers: Headers): Readonly<Record<string, unknown>> | RetryableError {
  const answer = parseJson(text);
  if (code >= 200 && code < 300) {
    if (isRecord(answer) && !isStatus(answer)) return answer;
    throw new AnswerError(isStatus(answer) ? (answer.message ?? '') : `couldn't get version/kind; json parse error`);
  }
  const message = isStatus(answer) ? (answer.message ?? '') : refusalText(code, text, headers);
  const mayRetry = [429, 500, 504].includes(code) || (code > 500 && headers.has('retry-after'));
  if (mayRetry) return new RetryableError(message);
  throw new AnswerError(message);
}

/** Returns client-go's message for an error response that is not a Status. */
export function refusalText(code: number, text: string, headers: Headers): string {
  const isText = /^text\/|^$/.test(headers.get('content-type') ?? '');
  const detail = isText ? text.slice(0, MAXIMUM_TEXT).trim() : '';
  return messageOf(code, detail || 'unknown');
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  406: 'the server was unable to respond with a content type that the client supports',
  409: 'the server reported a conflict',
  413: 'the request is too large',
  415: 'the body of the request was in an unknown format - accepted media types include: ',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

function messageOf(code: number, detail: string): string {
  if (code === 403) return detail;
  const known = MESSAGES[code];
  if (known !== undefined) return known;
  if (code >= 500)
    return `an error on the server (${JSON.stringify(detail)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${code} but did not return more information`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Not JSON: the caller uses the text.
  }
}
