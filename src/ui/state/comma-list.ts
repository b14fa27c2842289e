/** Splits a comma-separated list: `dev, ops`. */
export const splitCommaList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
