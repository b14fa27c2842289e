/** The longest delay of the event loop that tests accept, in milliseconds. */
export const LONGEST_DELAY: number;
/** Measures the turns of this process's event loop from now on. */
export function measureTurns(): NodeJS.Timeout;

/**
 * Returns the longest delay of the event loop since the last call, in milliseconds, without the time in which other
 * processes ran.
 */
export function longestTurn(): number;
