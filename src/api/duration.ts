const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h)/y;

/** Milliseconds of a duration as Go writes it (`1m30s`, `500ms`, `0`); undefined when it is none. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  const unsigned = text.replace(/^[+-]/, '');
  let milliseconds = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < unsigned.length) {
    const [, count, unit = ''] = PART.exec(unsigned) ?? [];
    if (count === undefined) return undefined;
    milliseconds += Number(count) * (MILLISECONDS[unit] ?? 0);
  }
  return unsigned === '' ? undefined : sign * milliseconds;
}
