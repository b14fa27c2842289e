import type { Clock, Fetch, Random } from '../api/environment.ts';

/** What the UI takes from the page that hosts it. */
export interface Platform {
  readonly fetch: Fetch;
  /** Where the API begins, without a trailing slash. */
  readonly baseUrl: string;
  /** The bearer token of the person at the keyboard; other identities impersonate on top of it. */
  readonly token: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Keeps preferences between visits. */
  readonly settings: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Keeps what lasts as long as the tab. */
  readonly session: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
}
