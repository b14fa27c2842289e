/** Several errors as one text: equal ones once, more than one in brackets. */
export function errorsText(errors: readonly string[]): string {
  const different = [...new Set(errors)];
  return different.length === 1 ? (different[0] ?? '') : `[${different.join(', ')}]`;
}
