import type { ObservedWebhook } from '../../../admission/admission-plugin.ts';
import { Histogram, type MetricFamily, Numbers, type Observer } from './metric-families.ts';
import { RequestCounter } from './request-counter.ts';

/** The labels of a request, as in the real server's metrics. */
export interface RequestLabels {
  /** GET, LIST, WATCH, POST, PUT, PATCH, APPLY, DELETE. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** The path for requests without a resource. */
  readonly subresource: string;
  readonly scope: 'cluster' | 'namespace' | 'resource' | '';
  /** `All` or empty. */
  readonly dryRun: string;
}

/** A call of a conversion webhook. */
interface ConversionLabels {
  readonly definition: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  /** Undefined when the conversion succeeded. */
  readonly failure?: string | undefined;
  readonly seconds: number;
}

export type RequestKind = 'mutating' | 'readOnly';

/** Seconds. */
const REQUEST_SECONDS = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const ADMISSION_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];
const CONVERSION_SECONDS = Array.from({ length: 15 }, (_, index) => 2 ** index / 1000);
const CONVERSION_REQUEST_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 25, 30, 45, 60];
const COMPONENT = 'apiserver';

/** The server's metrics, with the names and labels of the real one (k8s.io/apiserver/pkg/endpoints/metrics). */
export class ServerMetrics {
  readonly #requests = new Numbers({
    name: 'apiserver_request_total',
    help: '[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
    type: 'counter',
    labels: ['code', 'component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'],
  });
  readonly #durations = new Histogram(
    {
      name: 'apiserver_request_duration_seconds',
      help: '[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
      labels: ['component', 'dry_run', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'],
    },
    REQUEST_SECONDS,
  );
  /** By the labels. */
  readonly #requestCounters = new Map<string, RequestCounter>();
  readonly #inFlight: Record<RequestKind, number> = { mutating: 0, readOnly: 0 };
  readonly #longRunning = new Numbers({
    name: 'apiserver_longrunning_requests',
    help: '[STABLE] Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
    type: 'gauge',
    labels: ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'],
  });
  readonly #deprecated = new Numbers({
    name: 'apiserver_requested_deprecated_apis',
    help: '[STABLE] Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
    type: 'gauge',
    labels: ['group', 'removed_release', 'resource', 'subresource', 'version'],
  });
  readonly #plugins = new Histogram(
    {
      name: 'apiserver_admission_controller_admission_duration_seconds',
      help: '[STABLE] Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
      labels: ['name', 'operation', 'rejected', 'type'],
    },
    ADMISSION_SECONDS,
  );
  /** Decisions that took no time, by type, operation and plugins. Added to the family when it is read. */
  readonly #passes = new Map<string, { count: number; readonly observers: readonly Observer[] }>();
  readonly #webhooks = new Histogram(
    {
      name: 'apiserver_admission_webhook_admission_duration_seconds',
      help: '[STABLE] Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
      labels: ['name', 'operation', 'rejected', 'type'],
    },
    [...ADMISSION_SECONDS, 10, 25],
  );
  readonly #conversions = new Histogram(
    {
      name: 'apiserver_crd_webhook_conversion_duration_seconds',
      help: '[ALPHA] CRD webhook conversion duration in seconds',
      labels: ['crd_name', 'from_version', 'succeeded', 'to_version'],
    },
    CONVERSION_SECONDS,
  );
  readonly #conversionRequests = new Numbers({
    name: 'apiserver_conversion_webhook_request_total',
    help: '[ALPHA] Counter for conversion webhook requests with success/failure and failure error type',
    type: 'counter',
    labels: ['failure_type', 'result'],
  });
  readonly #conversionRequestDurations = new Histogram(
    {
      name: 'apiserver_conversion_webhook_duration_seconds',
      help: '[ALPHA] Conversion webhook request latency',
      labels: ['failure_type', 'result'],
    },
    CONVERSION_REQUEST_SECONDS,
  );
  readonly #auditEvents = new Numbers({
    name: 'apiserver_audit_event_total',
    help: '[ALPHA] Counter of audit events generated and sent to the audit backend.',
    type: 'counter',
    labels: [],
  });

  /** Returns the counter of requests with these labels. */
  requestCounter({ dryRun, group, resource, scope, subresource, verb, version }: RequestLabels): RequestCounter {
    const key = `${verb} ${scope} ${group} ${version} ${resource} ${subresource} ${dryRun}`;
    let counter = this.#requestCounters.get(key);
    if (!counter) {
      const labels = [COMPONENT, dryRun, group, resource, scope, subresource, verb, version];
      counter = new RequestCounter(this.#requests, this.#durations, labels);
      this.#requestCounters.set(key, counter);
    }
    return counter;
  }

  /** Counts a request in flight. */
  begins(kind: RequestKind): void {
    this.#inFlight[kind]++;
  }

  /** A request in flight has been answered. */
  ends(kind: RequestKind): void {
    this.#inFlight[kind]--;
  }

  /** Counts an open watch. Call the returned function when it ends. */
  opens({ group, resource, scope, subresource, version }: RequestLabels): () => void {
    const labels = [COMPONENT, group, resource, scope, subresource, 'WATCH', version];
    this.#longRunning.add(labels);
    return () => this.#longRunning.add(labels, -1);
  }

  /** Counts a request for a deprecated version. `removedRelease`: `1.29`, or empty. */
  deprecated(
    { group, version, resource, subresource }: Pick<RequestLabels, 'group' | 'version' | 'resource' | 'subresource'>,
    removedRelease: string,
  ): void {
    this.#deprecated.set([group, removedRelease, resource, subresource, version], 1);
  }

  /** Returns the observer of an admission plugin's decisions, of which every write has dozens. */
  decisionsOf(
    plugin: string,
    type: 'admit' | 'validate',
  ): (operation: string, rejected: boolean, seconds: number) => void {
    const accepted = new Map<string, Observer>();
    const rejections = new Map<string, Observer>();
    return (operation, rejected, seconds) => {
      const known = rejected ? rejections : accepted;
      let observe = known.get(operation);
      if (!observe) {
        observe = this.#plugins.observer([plugin, operation, String(rejected), type]);
        known.set(operation, observe);
      }
      observe(seconds);
    };
  }

  /** Returns a function that counts a decision of each plugin, for requests that these plugins ignore. */
  passesOf(plugins: readonly string[], type: 'admit' | 'validate', operation: string): () => void {
    const key = [type, operation, ...plugins].join(' ');
    let passes = this.#passes.get(key);
    if (!passes) {
      const observers = plugins.map((plugin) => this.#plugins.observer([plugin, operation, 'false', type]));
      passes = { count: 0, observers };
      this.#passes.set(key, passes);
    }
    const counted = passes;
    return () => {
      counted.count += 1;
    };
  }

  #countPasses(): void {
    for (const passes of this.#passes.values()) {
      for (const observe of passes.observers) observe(0, passes.count);
      passes.count = 0;
    }
  }

  /** Counts the response or failure of a webhook. */
  webhookAsked({ name, operation, rejected, type, seconds }: ObservedWebhook): void {
    this.#webhooks.observe([name, operation, String(rejected), type], seconds);
  }

  /** Counts the response or failure of a conversion webhook. */
  converted({ definition, fromVersion, toVersion, failure, seconds }: ConversionLabels): void {
    this.#conversions.observe([definition, fromVersion, String(failure === undefined), toVersion], seconds);
    const labels = [failure ?? '', failure === undefined ? 'success' : 'failure'];
    this.#conversionRequests.add(labels);
    this.#conversionRequestDurations.observe(labels, seconds);
  }

  audited(): void {
    this.#auditEvents.add([]);
  }

  /** Returns all families and `others`, sorted by name. */
  text(others: readonly MetricFamily[] = []): string {
    this.#countPasses();
    const families: MetricFamily[] = [
      this.#requests,
      this.#durations,
      inFlightGauge(this.#inFlight),
      this.#longRunning,
      this.#deprecated,
      this.#plugins,
      this.#webhooks,
      this.#conversions,
      this.#conversionRequests,
      this.#conversionRequestDurations,
      this.#auditEvents,
      ...others,
    ];
    return families
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((family) => family.text())
      .join('');
  }
}

function inFlightGauge(counts: Readonly<Record<RequestKind, number>>): Numbers {
  const gauge = new Numbers({
    name: 'apiserver_current_inflight_requests',
    help: '[STABLE] Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
    type: 'gauge',
    labels: ['request_kind'],
  });
  for (const [kind, count] of Object.entries(counts)) gauge.set([kind], count);
  return gauge;
}
