import { LONGEST_ANSWER } from '../api/encoding/read-stream.ts';
import type { Clock, Fetch, OutgoingTrust } from '../api/environment.ts';
import { readText } from '../api/messages/read-message.ts';
import type { ServiceAnswer } from '../api/ports/service-caller.ts';

interface OutgoingCall {
  readonly url: string;
  readonly init: Pick<RequestInit, 'method' | 'headers' | 'body'>;
  readonly trust: OutgoingTrust | undefined;
  /** The timeout, which includes reading the response body. */
  readonly milliseconds: number;
}

/**
 * Sends a request and reads its response.
 * @throws Error with the message of Go's client on a timeout; what `fetch` throws
 */
export function fetchAnswer(
  { clock, fetch }: { readonly clock: Clock; readonly fetch: Fetch },
  { url, init, trust, milliseconds }: OutgoingCall,
): Promise<ServiceAnswer> {
  const deadline = new AbortController();
  const answer = async (): Promise<ServiceAnswer> => {
    const response = await fetch(new Request(url, { ...init, signal: deadline.signal }), trust);
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await readText(response, LONGEST_ANSWER), console: [] };
  };
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      reject(new Error('context deadline exceeded'));
      deadline.abort();
    });
    answer().then(resolve, reject).finally(cancel);
  });
}
