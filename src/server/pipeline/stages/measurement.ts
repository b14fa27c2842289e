import type { Call } from '../../context/call.ts';
import { requestKindOf } from '../../context/request-kind.ts';
import { requestLabelsOf } from '../../context/request-labels.ts';
import type { RequestKind, RequestLabels, ServerMetrics } from '../../observe/metrics/server-metrics.ts';

/** Counts one request with its response code and duration. */
export class Measurement {
  readonly #metrics: ServerMetrics;
  readonly #labels: RequestLabels;
  readonly #kind: RequestKind;

  private constructor(metrics: ServerMetrics, labels: RequestLabels, kind: RequestKind) {
    this.#metrics = metrics;
    this.#labels = labels;
    this.#kind = kind;
    metrics.begins(kind);
  }

  /** Begins to measure a request. Returns undefined for requests that are not counted. */
  static of(call: Call): Measurement | undefined {
    const labels = requestLabelsOf(call);
    return labels && new Measurement(call.server.metrics, labels, requestKindOf(call.info));
  }

  /** The request is no longer in flight. */
  end(): void {
    this.#metrics.ends(this.#kind);
  }

  /** Counts the response, after so many milliseconds. */
  answered(code: number, milliseconds: number): void {
    this.#metrics.answered(this.#labels, code, milliseconds / 1000);
  }
}
