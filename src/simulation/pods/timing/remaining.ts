/** Returns the rest of a period. Its start is known to the second: a period that began in this one has just begun. */
export function remaining(milliseconds: number, since: string | undefined, now: number): number {
  const passed = since ? Math.floor((now - Date.parse(since)) / 1000) * 1000 : 0;
  return Math.max(milliseconds - passed, 0);
}
