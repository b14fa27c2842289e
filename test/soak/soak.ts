/** What a server holds at one moment of a soak run. */
export interface Sample {
  /** Seconds since the beginning of the run. */
  readonly seconds: number;
  /** Bytes in use after garbage collection. */
  readonly heap: number;
  /** Open handles of the process, such as sockets and timers; 0 where they cannot be counted. */
  readonly handles: number;
  /** Recorded traces. */
  readonly traces: number;
  /** Revisions that can still be read. */
  readonly history: number;
  /** The newest revision. */
  readonly revision: number;
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

/** What must not grow. */
interface Quantities extends Pick<Sample, 'heap' | 'handles' | 'traces'> {
  /** The readable revisions, of those that were written while the server keeps history: their rate depends on the machine. */
  readonly history: number;
}

/**
 * By how much the quantities may grow from one half of a run to the other: by a share and by an amount, and up to what is
 * kept anyway.
 */
const GROWTH: Readonly<
  Record<keyof Quantities, { readonly share: number; readonly amount: number; readonly kept: number }>
> = {
  heap: { share: 0.1, amount: 8 * 2 ** 20, kept: 0 },
  handles: { share: 0.1, amount: 8, kept: 0 },
  // The most of every kind of trace.
  traces: { share: 0, amount: 0, kept: 1250 },
  history: { share: 0.1, amount: 0.2, kept: 0 },
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
  sample: () => Promise<Omit<Sample, 'seconds'>>,
  report: SoakOptions['report'],
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const start = performance.now();
  for (let index = 1; index <= count; index++) {
    const due = start + (seconds * 1000 * index) / count;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const taken = { ...(await sample()), seconds: (performance.now() - start) / 1000 };
    samples.push(taken);
    report?.(lineOf(taken));
  }
  return samples;
}

/**
 * Returns a sentence for each quantity that grew from the first half of the samples to the second, after a warm-up.
 * @param kept seconds for which the server keeps history
 */
export function growthOf(samples: readonly Sample[], kept: number): readonly string[] {
  const quantities = samples.map((sample): Quantities => {
    const written = sample.revision - revisionAt(samples, sample.seconds - kept);
    return { ...sample, history: sample.history / written };
  });
  const warm = quantities.slice(Math.floor(samples.length * WARM_UP));
  const middle = Math.floor(warm.length / 2);
  return Object.entries(GROWTH).flatMap(([name, { share, amount, kept: most }]) => {
    const [before, after] = [warm.slice(0, middle), warm.slice(middle)].map((half) =>
      median(half.map((each) => each[name as keyof Quantities])),
    ) as [number, number];
    return after > Math.max(before * (1 + share) + amount, most) ? [`${name} grew from ${before} to ${after}`] : [];
  });
}

/** Returns the newest revision at a time, from the samples before and after it. */
function revisionAt(samples: readonly Sample[], seconds: number): number {
  const next = samples.findIndex((sample) => sample.seconds >= seconds);
  const after = samples[next];
  const before = samples[next - 1] ?? after;
  if (!before || !after) throw new Error('there is no sample after this time');
  if (before === after) return before.revision;
  const share = (seconds - before.seconds) / (after.seconds - before.seconds);
  return before.revision + share * (after.revision - before.revision);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const lineOf = ({ seconds, heap, handles, traces, history }: Sample): string =>
  [
    `${Math.round(seconds)} s: heap ${(heap / 2 ** 20).toFixed(1)} MiB`,
    ...[`${handles} handles`, `${traces} traces`, `${history} revisions`],
  ].join(', ');
