/** Formats a duration like the API's tables: at most two units. `milliseconds` may be negative. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return twoUnits(minutes, 'm', seconds % 60, 's');
  if (hours < 3) return `${minutes}m`;
  if (hours < 8) return twoUnits(hours, 'h', minutes % 60, 'm');
  if (days < 2) return `${hours}h`;
  if (days < 8) return twoUnits(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  return twoUnits(Math.floor(days / 365), 'y', days % 365, 'd');
}

const twoUnits = (first: number, firstUnit: string, second: number, secondUnit: string): string =>
  second === 0 ? `${first}${firstUnit}` : `${first}${firstUnit}${second}${secondUnit}`;

/** Formats the time since a timestamp; a dash without one. */
export function ageText(timestamp: string | null | undefined, now: number): string {
  const then = Date.parse(timestamp ?? '');
  return Number.isNaN(then) ? '–' : durationText(now - then);
}
