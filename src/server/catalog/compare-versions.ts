const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;
const MATURITY: Readonly<Record<string, number>> = { alpha: 0, beta: 1 };

/**
 * Compares API versions by preference: `v10`, `v2`, `v11beta1`, `v1beta2`, `v1alpha1`, then other names alphabetically.
 */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [VERSION.exec(a), VERSION.exec(b)];
  if (!first || !second) return first ? -1 : second ? 1 : a < b ? -1 : a > b ? 1 : 0;
  const maturity = (match: RegExpExecArray): number => MATURITY[match[2] ?? ''] ?? 2;
  return (
    maturity(second) - maturity(first) ||
    Number(second[1]) - Number(first[1]) ||
    Number(second[3] ?? 0) - Number(first[3] ?? 0)
  );
}
