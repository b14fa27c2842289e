import { errorText } from './error-text.ts';
import { BoundedMap } from './memory/bounded-map.ts';

/** Time, injected so that the core never reads the platform's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Calls back once after `milliseconds`, which may be any number. Returns a function that cancels the timer. A delay
   * of 0 ends after one turn of the event loop, even on a paused clock.
   * @param slack milliseconds by which the call may be late when users move time forward, so that a long step need not
   * stop for every unimportant timer
   */
  after(milliseconds: number, callback: () => void, slack?: number): () => void;
  /**
   * Calls back after other work that is ready, sooner than a timer with a delay of 0. Undefined when such timers are as
   * fast.
   */
  nextTurn?(callback: () => void): () => void;
  /**
   * Milliseconds since 1970 by the platform's clock, for durations and for anything outside the cluster. Undefined when
   * users cannot set `now`.
   */
  elapsed?(): number;
  /** Blocks background work while the clock is paused. Undefined when the clock cannot be paused. */
  readonly gate?: Gate;
}

/** Lets background work begin, and counts running work. */
export interface Gate {
  /** Resolves when work may begin again; undefined while it may. */
  opening(): Promise<void> | undefined;
  begin(): void;
  end(): void;
}

/** Returns the platform's time in milliseconds since 1970, which users can neither pause nor move. */
export const stopwatch = (clock: Clock): number => clock.elapsed?.() ?? clock.now();

/** Longest delay that platforms support: setTimeout treats longer delays as zero. */
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

/** Random values, injected because the core never draws its own. */
export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Receives errors of background work, which has no caller to report them to. */
export type ReportProblem = (problem: string, error: unknown) => void;

/** Number of reports of each recent problem. */
const reported = new BoundedMap<string, number>(1000);

/**
 * Writes a problem to the console. Repetitions, such as failures of retried work, are written as a count after 10, 100,
 * 1000, … reports.
 */
export const reportToConsole: ReportProblem = (problem, error) => {
  const key = `${problem}: ${errorText(error)}`;
  const count = (reported.get(key) ?? 0) + 1;
  reported.set(key, count);
  if (count === 1) console.error(`tabplane: ${problem}:`, error);
  else if (/^10+$/.test(String(count))) console.error(`tabplane: ${key} (${count} times)`);
};

/** Sends an outgoing request. Hosts that cannot apply `trust` or `repeated` (browsers) ignore them. */
export type Fetch = (request: Request, trust?: OutgoingTrust, repeated?: RepeatedHeaders) => Promise<Response>;

/** The values of repeated headers, by name. The request itself has them joined, as `Headers` does. */
export type RepeatedHeaders = Readonly<Record<string, readonly string[]>>;

/** Settings of an outgoing connection that differ from the platform's. */
export interface OutgoingTrust {
  /** PEM certificates of the only trusted authorities; undefined for the platform's authorities. */
  readonly certificateAuthorities?: string;
  /** Name that the server certificate must carry; undefined for the host of the URL. */
  readonly serverName?: string;
  /** Accepts any certificate. */
  readonly insecureSkipVerify?: boolean;
  /** PEM of the client certificate; `clientKey` is its key. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  /** Throws when connecting to the address is not allowed. Called with the address that the host of the URL resolves to. */
  readonly checkAddress?: (address: string) => void;
}

/** A version 4 UUID. */
export function uuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const codes: number[] = [];
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) codes.push(HYPHEN);
    addDigits(codes, bytes[index] ?? 0);
  }
  return String.fromCharCode(...codes);
}

/** Returns the hexadecimal form of a few bytes. */
export function hexadecimal(bytes: Uint8Array): string {
  const codes: number[] = [];
  for (const byte of bytes) addDigits(codes, byte);
  return String.fromCharCode(...codes);
}

const HYPHEN = 0x2d;
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/**
 * Adds the character codes of a byte's two digits. A string built at once from codes is read three times as fast as a
 * concatenated one.
 */
function addDigits(codes: number[], byte: number): void {
  codes.push(DIGITS[byte >> 4] ?? 0, DIGITS[byte & 15] ?? 0);
}

/** Alphabet of generated names: no vowels and no characters that look alike. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Returns `count` random characters, as generateName appends them. */
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
export const microTimeText = (milliseconds: number): string => {
  const second = Math.floor(milliseconds / 1000);
  const rest = Math.floor(milliseconds - second * 1000);
  return `${secondText(second).slice(0, -1)}.${String(rest).padStart(3, '0')}000Z`;
};

/** A metav1.Time: seconds, UTC. */
export const timeText = (milliseconds: number): string => secondText(Math.floor(milliseconds / 1000));

/** Most times of a busy cluster are within a few seconds, so that stored objects share their texts. */
const recentSeconds = new BoundedMap<number, string>(64);

function secondText(second: number): string {
  let text = recentSeconds.get(second);
  if (text === undefined) {
    text = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
    recentSeconds.set(second, text);
  }
  return text;
}
