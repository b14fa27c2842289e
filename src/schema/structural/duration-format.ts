const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** The names of each unit. The last name is a prefix of further accepted words. */
const UNITS = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'week', 'wk'],
];

/** Reports whether a text is a duration of Go (`1h30m`), or contains one in words (`3 days`). */
export function isDuration(text: string): boolean {
  if (GO_DURATION.test(text)) return true;
  return [...text.matchAll(/(?<!\d)\d+\s*([A-Za-zµ]+)/g)].some(([, word = '']) => {
    const unit = word.toLowerCase();
    return UNITS.some((names) => names.includes(unit) || unit.startsWith(names.at(-1) ?? unit));
  });
}
