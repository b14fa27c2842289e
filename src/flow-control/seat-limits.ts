import type { PriorityLevelConfiguration } from '../api/kinds/flowcontrol-v1beta3.generated.ts';

/** How many seats a priority level has. A seat is a unit of concurrency: most requests occupy one. */
export interface SeatLimits {
  /** Seats that belong to the level: its share of the server's. */
  readonly nominal: number;
  /** Seats that other levels may borrow from it while it does not need them. */
  readonly lendable: number;
  /** Minimum number of seats: nominal - lendable. */
  readonly minimum: number;
  /** Maximum number of seats, including borrowed ones. */
  readonly maximum: number;
}

const DEFAULT_SHARES = 30;

/**
 * Divides the server's seats (`ServerCL`) among the levels, by name, with the formulas of spec 3 (NominalCL, LendableCL
 * and BorrowingCL). A level without a borrowing limit may borrow up to all seats of the server.
 */
export function seatLimitsOf(
  levels: readonly PriorityLevelConfiguration[],
  serverSeats: number,
): ReadonlyMap<string, SeatLimits> {
  const sum = levels.reduce((total, level) => total + sharesOf(level), 0);
  return new Map(
    levels.map((level) => {
      const { limited, exempt } = level.spec ?? {};
      const nominal = sum === 0 ? 0 : Math.ceil((serverSeats * sharesOf(level)) / sum);
      const lendable = percentOf(nominal, (limited ?? exempt)?.lendablePercent ?? 0);
      const borrowing = limited?.borrowingLimitPercent;
      return [
        level.metadata.name ?? '',
        {
          nominal,
          lendable,
          minimum: nominal - lendable,
          maximum: nominal + (borrowing === undefined ? serverSeats : percentOf(nominal, borrowing)),
        },
      ];
    }),
  );
}

const percentOf = (seats: number, percent: number): number => Math.round((seats * percent) / 100);

function sharesOf({ spec }: PriorityLevelConfiguration): number {
  if (spec?.type === 'Exempt') return spec.exempt?.nominalConcurrencyShares ?? 0;
  return spec?.limited?.nominalConcurrencyShares ?? DEFAULT_SHARES;
}

/** The claim of one level when seats are redistributed. */
export interface SeatClaim {
  readonly minimum: number;
  readonly maximum: number;
  /** The desired number of seats. */
  readonly target: number;
}

/** Bisection steps of the search for the common fraction, to the precision of a double. */
const HALVINGS = 60;

/**
 * Distributes `total` seats: each claim gets the same fraction of its target within its own minimum and maximum.
 * Returns the seats, not rounded, in the order of the claims. They add up to `total` unless the minimums exceed it or
 * the maximums do not reach it.
 */
export function distributeSeats(total: number, claims: readonly SeatClaim[]): readonly number[] {
  const at = (fraction: number) =>
    claims.map(({ minimum, maximum, target }) => Math.min(maximum, Math.max(minimum, fraction * target)));
  let low = 0;
  let high = Math.max(1, ...claims.map(({ maximum, target }) => (target > 0 ? maximum / target : 0)));
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (at(middle).reduce((sum, seats) => sum + seats, 0) < total) low = middle;
    else high = middle;
  }
  return at(high);
}
