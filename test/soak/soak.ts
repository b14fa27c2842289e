/** What a server holds at one moment of a soak run. */
export interface Sample {
  /** Bytes in use after garbage collection. */
  readonly heap: number;
  /** Open handles of the process, such as sockets and timers; 0 where they cannot be counted. */
  readonly handles: number;
  /** Recorded traces. */
  readonly traces: number;
  /** Revisions that can still be read. */
  readonly history: number;
}

export interface SoakOptions {
  /** The length of the run. */
  readonly seconds: number;
  /** How many samples are taken. */
  readonly samples: number;
  /** Seconds for which the server keeps history and events. */
  readonly kept: number;
  /** Receives a line for each sample. */
  readonly report?: (line: string) => void;
}

export interface SoakOutcome {
  readonly samples: readonly Sample[];
  readonly answered: number;
  /** Events of watches. */
  readonly events: number;
  /** What grew, and undue answers. */
  readonly problems: readonly string[];
}

/**
 * By how much the quantities may grow from one half of a run to the other: by a share and by an amount, and up to what is
 * kept anyway.
 */
const GROWTH: Readonly<
  Record<keyof Sample, { readonly share: number; readonly amount: number; readonly kept: number }>
> = {
  heap: { share: 0.1, amount: 8 * 2 ** 20, kept: 0 },
  handles: { share: 0.1, amount: 8, kept: 0 },
  // The most of every kind of trace.
  traces: { share: 0, amount: 0, kept: 1250 },
  history: { share: 0.3, amount: 100, kept: 0 },
};

/** The part of a run in which caches fill. */
const WARM_UP = 1 / 3;

/**
 * Takes samples at equal intervals while a load runs.
 * @param seconds the length of the run
 * @param count how many samples are taken
 */
export async function takeSamples(
  seconds: number,
  count: number,
  sample: () => Promise<Sample>,
  report: SoakOptions['report'],
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const start = performance.now();
  for (let index = 1; index <= count; index++) {
    const due = start + (seconds * 1000 * index) / count;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const taken = await sample();
    samples.push(taken);
    report?.(`${Math.round((performance.now() - start) / 1000)} s: ${lineOf(taken)}`);
  }
  return samples;
}

/** Returns a sentence for each quantity that grew from the first half of the samples to the second, after a warm-up. */
export function growthOf(samples: readonly Sample[]): readonly string[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const middle = Math.floor(warm.length / 2);
  return Object.entries(GROWTH).flatMap(([name, { share, amount, kept }]) => {
    const [before, after] = [warm.slice(0, middle), warm.slice(middle)].map((half) =>
      median(half.map((sample) => sample[name as keyof Sample])),
    ) as [number, number];
    return after > Math.max(before * (1 + share) + amount, kept) ? [`${name} grew from ${before} to ${after}`] : [];
  });
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const lineOf = ({ heap, handles, traces, history }: Sample): string =>
  `heap ${(heap / 2 ** 20).toFixed(1)} MiB, ${handles} handles, ${traces} traces, ${history} revisions`;
