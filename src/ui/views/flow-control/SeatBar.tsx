interface SeatBarProps {
  readonly level: string;
  readonly inUse: number;
  /** Undefined: no limit. */
  readonly limit: number | undefined;
}

/** How many of a level's seats are occupied. */
export function SeatBar({ level, inUse, limit }: SeatBarProps) {
  const text = limit === undefined ? String(inUse) : `${inUse} of ${limit}`;
  return (
    <div className="tp-seats">
      {limit !== undefined && <meter aria-label={`Seats of ${level} in use`} min={0} max={limit} value={inUse} />}
      <span>{text}</span>
    </div>
  );
}
