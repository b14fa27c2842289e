/** Label values, in the order of the family's labels. */
export type LabelValues = readonly string[];

/** Records a value that was observed once or several times. */
export type Observer = (value: number, times?: number) => void;

/** A metric family in the Prometheus text format. */
export interface MetricFamily {
  readonly name: string;
  /** Returns the family with its header, or an empty text without samples. */
  text(): string;
}

interface Description {
  readonly name: string;
  readonly help: string;
  /** Label names, sorted as they are written. */
  readonly labels: readonly string[];
}

/**
 * One sample for each combination of labels. Work that can wait is done when the metrics are read, because counting is
 * part of every request.
 */
class Samples<Sample> {
  readonly #samples = new Map<string, { readonly values: LabelValues; sample: Sample }>();
  readonly #create: () => Sample;

  constructor(create: () => Sample) {
    this.#create = create;
  }

  of(values: LabelValues): { sample: Sample } {
    const key = values.join('\n');
    let known = this.#samples.get(key);
    if (!known) {
      known = { values, sample: this.#create() };
      this.#samples.set(key, known);
    }
    return known;
  }

  /** Returns the samples with their written labels, sorted. */
  written(names: readonly string[]): { labels: string; sample: Sample }[] {
    return [...this.#samples.values()]
      .map(({ values, sample }) => ({ labels: labelText(names, values), sample }))
      .sort((a, b) => (a.labels < b.labels ? -1 : 1));
  }
}

/** A counter or gauge for each combination of labels. */
export class Numbers implements MetricFamily {
  readonly #description: Description & { readonly type: 'counter' | 'gauge' };
  readonly #samples = new Samples(() => 0);

  constructor(description: Description & { readonly type: 'counter' | 'gauge' }) {
    this.#description = description;
  }

  get name(): string {
    return this.#description.name;
  }

  add(values: LabelValues, amount = 1): void {
    this.adder(values)(amount);
  }

  /** Returns a function that adds, with a resolved label lookup, for frequent additions. */
  adder(values: LabelValues): (amount: number) => void {
    const found = this.#samples.of(values);
    return (amount) => {
      found.sample += amount;
    };
  }

  set(values: LabelValues, value: number): void {
    this.#samples.of(values).sample = value;
  }

  text(): string {
    const written = this.#samples.written(this.#description.labels);
    return familyText(
      this.#description,
      written.map(({ labels, sample }) => `${this.name}${braced(labels)} ${sample}`),
    );
  }
}

/** Counts observations in buckets for each combination of labels. */
export class Histogram implements MetricFamily {
  readonly #description: Description;
  readonly #bounds: readonly number[];
  /** Counts for each bucket. The last bucket is unbounded. */
  readonly #samples: Samples<{ readonly counts: number[]; sum: number }>;

  /** @param bounds the upper bound of each bucket, ascending */
  constructor(description: Description, bounds: readonly number[]) {
    this.#description = description;
    this.#bounds = bounds;
    this.#samples = new Samples(() => ({ counts: [...bounds, 0].map(() => 0), sum: 0 }));
  }

  get name(): string {
    return this.#description.name;
  }

  observe(values: LabelValues, value: number): void {
    this.observer(values)(value);
  }

  /** Returns an observer with a resolved label lookup, for frequent observations. */
  observer(values: LabelValues): Observer {
    const { sample } = this.#samples.of(values);
    const bounds = this.#bounds;
    return (value, times = 1) => {
      let bucket = 0;
      while (bucket < bounds.length && !(value <= (bounds[bucket] ?? 0))) bucket++;
      sample.counts[bucket] = (sample.counts[bucket] ?? 0) + times;
      sample.sum += value * times;
    };
  }

  text(): string {
    const lines = this.#samples.written(this.#description.labels).flatMap(({ labels, sample: { counts, sum } }) => {
      let total = 0;
      const buckets = counts.map((count, index) => {
        total += count;
        return `${this.name}_bucket{${labels ? `${labels},` : ''}le="${this.#bounds[index] ?? '+Inf'}"} ${total}`;
      });
      return [...buckets, `${this.name}_sum${braced(labels)} ${sum}`, `${this.name}_count${braced(labels)} ${total}`];
    });
    return familyText({ ...this.#description, type: 'histogram' }, lines);
  }
}

const familyText = ({ name, help, type }: Description & { readonly type: string }, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join('')}`;

const braced = (labels: string): string => (labels ? `{${labels}}` : '');

const labelText = (names: readonly string[], values: LabelValues): string =>
  names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',');

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
