/** Joins errors without duplicates; several are put in brackets. */
export function errorsText(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}
