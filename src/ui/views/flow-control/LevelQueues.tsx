interface LevelQueuesProps {
  readonly level: string;
  /** The waiting requests of each queue. */
  readonly queues: readonly number[];
}

/** Number of waiting requests at which the bar of a queue has its full height. */
const FULL = 10;

/** One bar for each queue of a level. */
export function LevelQueues({ level, queues }: LevelQueuesProps) {
  const busy = queues.filter((waiting) => waiting > 0).length;
  return (
    <svg
      className="tp-queues"
      role="img"
      aria-label={`Queues of ${level}: ${busy} of ${queues.length} with waiting requests`}
      viewBox={`0 0 ${queues.length * 3} 20`}
      preserveAspectRatio="none"
    >
      {queues.map((waiting, index) => {
        const height = 1 + 19 * Math.min(1, waiting / FULL);
        // Queues are identified only by their position.
        return <rect key={String(index)} x={index * 3} y={20 - height} width={2} height={height} />;
      })}
    </svg>
  );
}
