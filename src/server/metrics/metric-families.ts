/** What a sample is about: values in the order of its family's labels. */
export type LabelValues = readonly string[];

/** A family of samples, written in Prometheus' text format. */
export interface MetricFamily {
  readonly name: string;
  /** With its head; empty while there is nothing to tell. */
  text(): string;
}

interface Description {
  readonly name: string;
  readonly help: string;
  /** Names of the labels, in the order in which they are written: by name. */
  readonly labels: readonly string[];
}

/** A counter or a gauge for each combination of labels. */
export class Numbers implements MetricFamily {
  readonly #description: Description & { readonly type: 'counter' | 'gauge' };
  readonly #values = new Map<string, number>();

  constructor(description: Description & { readonly type: 'counter' | 'gauge' }) {
    this.#description = description;
  }

  get name(): string {
    return this.#description.name;
  }

  add(values: LabelValues, amount = 1): void {
    const key = labelText(this.#description.labels, values);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  set(values: LabelValues, value: number): void {
    this.#values.set(labelText(this.#description.labels, values), value);
  }

  text(): string {
    const lines = [...this.#values].map(([labels, value]) => `${this.name}${braced(labels)} ${value}`);
    return familyText(this.#description, lines.sort());
  }
}

/** Counts observations in buckets, for each combination of labels. */
export class Histogram implements MetricFamily {
  readonly #description: Description;
  readonly #bounds: readonly number[];
  readonly #observed = new Map<string, { readonly counts: number[]; sum: number; count: number }>();

  /** `bounds`: the largest value of each bucket, rising. */
  constructor(description: Description, bounds: readonly number[]) {
    this.#description = description;
    this.#bounds = bounds;
  }

  get name(): string {
    return this.#description.name;
  }

  observe(values: LabelValues, value: number): void {
    const key = labelText(this.#description.labels, values);
    const observed = this.#observed.get(key) ?? { counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    this.#observed.set(key, observed);
    observed.sum += value;
    observed.count += 1;
    for (const [index, bound] of this.#bounds.entries())
      if (value <= bound) observed.counts[index] = (observed.counts[index] ?? 0) + 1;
  }

  text(): string {
    const lines = [...this.#observed].sort(byKey).flatMap(([labels, { counts, sum, count }]) => {
      const bucket = (bound: string, value: number): string =>
        `${this.name}_bucket{${labels ? `${labels},` : ''}le="${bound}"} ${value}`;
      return [
        ...this.#bounds.map((bound, index) => bucket(String(bound), counts[index] ?? 0)),
        bucket('+Inf', count),
        `${this.name}_sum${braced(labels)} ${sum}`,
        `${this.name}_count${braced(labels)} ${count}`,
      ];
    });
    return familyText({ ...this.#description, type: 'histogram' }, lines);
  }
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const familyText = ({ name, help, type }: Description & { readonly type: string }, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.map((line) => `${line}\n`).join('')}`;

const braced = (labels: string): string => (labels ? `{${labels}}` : '');

const labelText = (names: readonly string[], values: LabelValues): string =>
  names.map((name, index) => `${name}="${escaped(values[index] ?? '')}"`).join(',');

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
