/**
 * Returns the remainder of a period. Its start has a precision of seconds: a period that began in this second has just
 * begun.
 */
export function remaining(milliseconds: number, since: string | undefined, now: number): number {
  const passed = since ? Math.floor((now - Date.parse(since)) / 1000) * 1000 : 0;
  return Math.max(milliseconds - passed, 0);
}
