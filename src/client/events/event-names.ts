import type { Clock, Random } from '../../api/environment.ts';

const NANOSECONDS = 1_000_000;

/**
 * Returns a function that names events as client-go does: the object's name and the time in nanoseconds, in
 * hexadecimal. The clock counts milliseconds, so the lower digits are random. Each name sorts after the previous one.
 */
export function eventNames(clock: Clock, random: Random): (object: string) => string {
  let last = 0n;
  return (object) => {
    const [high = 0, middle = 0, low = 0] = random.bytes(3);
    const rest = ((high << 16) | (middle << 8) | low) % NANOSECONDS;
    const now = BigInt(Math.floor(clock.now())) * BigInt(NANOSECONDS) + BigInt(rest);
    last = now > last ? now : last + 1n;
    return `${object}.${last.toString(16)}`;
  };
}
