/** What somebody wrote with commas between: `dev, ops`. */
export const splitCommaList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
