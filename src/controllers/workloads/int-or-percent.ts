/** Returns a number unchanged, and a percentage of `total` rounded up or down. */
export function scaledValue(value: string | number, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value;
  const share = (Number.parseInt(value, 10) * total) / 100;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}
