/** What the core takes from outside instead of asking its platform. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Calls back once after `milliseconds`, of which there may be any number; the returned function cancels it. Without a
   * delay it calls back after a turn of the event loop, even on a clock that stands still.
   */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The longest delay that platforms keep: setTimeout takes more for none at all. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Returns a `Clock.after` that chains timers of a platform whose delays are limited to 2^31 - 1 milliseconds. */
export function chainTimers(after: Clock['after']): Clock['after'] {
  return (milliseconds, callback) => {
    let cancel: () => void;
    const wait = (remaining: number): void => {
      cancel =
        remaining > LONGEST_TIMER
          ? after(LONGEST_TIMER, () => wait(remaining - LONGEST_TIMER))
          : after(remaining, callback);
    };
    wait(milliseconds);
    return () => cancel();
  };
}

export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Takes a problem of background work, which has no caller that could be told. */
export type ReportProblem = (problem: string, error: unknown) => void;

export const reportToConsole: ReportProblem = (problem, error) => console.error(`tabplane: ${problem}:`, error);

/** Sends a request to others. A host that cannot honour the trust asked for (a browser) ignores it. */
export type Fetch = (request: Request, trust?: OutgoingTrust) => Promise<Response>;

/** What an outgoing TLS connection trusts and shows, beyond the platform's own. */
export interface OutgoingTrust {
  /** PEM certificates of the authorities that alone are trusted; absent: those of the platform. */
  readonly certificateAuthorities?: string;
  /** Whom the certificate of the other side must name; absent: the host of the URL. */
  readonly serverName?: string;
  /** Accepts any certificate. */
  readonly insecureSkipVerify?: boolean;
  /** PEM of the certificate and key to show. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  let text = '';
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
    text += HEXADECIMAL[bytes[index] ?? 0];
  }
  return text;
}

/** Every byte in two digits: every request has a name of its own, so that naming must be cheap. */
const HEXADECIMAL = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The alphabet of generated names: no vowels and nothing that looks alike. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** `count` random characters as generateName appends them. */
export function randomNameSuffix(random: Random, count = 5): string {
  let out = '';
  while (out.length < count) {
    for (const byte of random.bytes(count)) {
      if (byte < 243 && out.length < count) out += NAME_ALPHABET[byte % 27];
    }
  }
  return out;
}

/** A metav1.MicroTime, UTC. */
export const microTimeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;

/** A metav1.Time: seconds, UTC. */
export const timeText = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
