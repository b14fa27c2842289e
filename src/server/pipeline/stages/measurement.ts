import { WeakPairMap } from '../../../api/memory/weak-pair-map.ts';
import type { RequestPattern } from '../../../api/request-info.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { requestKindOf } from '../../context/request-kind.ts';
import { requestLabelsOf } from '../../context/request-labels.ts';
import type { RequestCounter } from '../../observe/metrics/request-counter.ts';
import type { RequestKind, ServerMetrics } from '../../observe/metrics/server-metrics.ts';

/** Counts the requests of one pattern with their response codes and durations. */
export class Measurement {
  readonly #metrics: ServerMetrics;
  readonly #counter: RequestCounter;
  readonly #kind: RequestKind;

  constructor(metrics: ServerMetrics, counter: RequestCounter, kind: RequestKind) {
    this.#metrics = metrics;
    this.#counter = counter;
    this.#kind = kind;
  }

  /** Counts a request in flight. */
  begin(): void {
    this.#metrics.begins(this.#kind);
  }

  /** Stops counting the request in flight. */
  end(): void {
    this.#metrics.ends(this.#kind);
  }

  /** Counts the response and its duration in milliseconds. */
  answered(code: number, milliseconds: number): void {
    this.#counter.answered(code, milliseconds / 1000);
  }
}

/** The cached measurement of a request pattern, with the other input that it depends on. */
interface RememberedMeasurement {
  readonly measurement: Measurement | undefined;
  readonly contentType: string | null;
}

/** By the served resources, which they must not outlive. */
const remembered = new WeakPairMap<readonly ServedResource[], RequestPattern, RememberedMeasurement>();

/** Returns the measurement of a request; undefined for requests that are not counted. */
export function measurementOf(call: Call): Measurement | undefined {
  const { info, request, server } = call;
  const { resources } = server.resources;
  // Patches are counted by their kind.
  const contentType = request.method === 'PATCH' ? request.headers.get('content-type') : null;
  const known = remembered.get(resources, info.pattern);
  if (known?.contentType === contentType) return known.measurement;
  const labels = requestLabelsOf(call);
  const measurement =
    labels && new Measurement(server.metrics, server.metrics.requestCounter(labels), requestKindOf(info));
  remembered.set(resources, info.pattern, { measurement, contentType });
  return measurement;
}
