import { stopwatch } from '../../../api/environment.ts';
import type { Event } from '../../../api/kinds/core-v1.generated.ts';
import { LruMap } from '../../../api/memory/lru-map.ts';
import { isRecord } from '../../../api/object.ts';
import { StatusError } from '../../../api/status.ts';
import type { AdmissionAttributes, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations } from '../../attributes.ts';

/** Bucket keys, by type of limit. */
const KEYS: Readonly<Record<string, (attributes: AdmissionAttributes) => string>> = {
  Server: () => '',
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.username,
  SourceAndObject: ({ object }) => {
    const { source, involvedObject } = object as Event;
    const { kind, namespace, name, uid, apiVersion } = involvedObject;
    return [source?.component, source?.host, kind, namespace, name, uid, apiVersion].join('');
  },
};

const DEFAULT_CACHE_SIZE = 4096;

interface Limit {
  readonly type: string;
  /** Events per second. */
  readonly qps: number;
  /** Events in a burst. */
  readonly burst: number;
  /** The number of buckets kept. The least recently used one is dropped first. */
  readonly cacheSize: number;
}

/** Limits the rate of events, except in dry runs. Every limit counts an event, even if another one denies it. */
export const eventRateLimit: AdmissionPluginFactory = ({ clock }, configuration) => {
  const limits = readLimits(configuration.limits).map((limit) => ({
    limit,
    buckets: new LruMap<Bucket>(limit.cacheSize),
  }));
  return {
    name: 'EventRateLimit',
    handles: operations('CREATE', 'UPDATE'),
    validate(attributes) {
      const { kind, dryRun, object } = attributes;
      if (kind.group !== '' || kind.kind !== 'Event' || dryRun || !object) return;
      const problems = limits.flatMap(({ limit, buckets }) => {
        const key = KEYS[limit.type]?.(attributes) ?? '';
        const isTaken = bucketOf(buckets, key, limit, stopwatch(clock)).take(stopwatch(clock));
        return isTaken ? [] : [`limit reached on type ${limit.type} for key ${key}`];
      });
      if (problems.length === 0) return;
      const text = problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`;
      throw new StatusError({ code: 429, reason: 'TooManyRequests', message: `Too many requests: ${text}` });
    },
  };
};

function readLimits(limits: unknown): readonly Limit[] {
  if (!Array.isArray(limits) || limits.length === 0) throw new Error('EventRateLimit: limits must not be empty');
  return limits.map((entry: unknown) => {
    const { type, qps, burst, cacheSize } = isRecord(entry) ? entry : {};
    if (typeof type !== 'string' || !(type in KEYS))
      throw new Error(`EventRateLimit: type of a limit must be one of ${Object.keys(KEYS).join(', ')}`);
    if (!isPositive(qps) || !isPositive(burst)) throw new Error('EventRateLimit: qps and burst must be positive');
    if (typeof cacheSize === 'number' && cacheSize < 0)
      throw new Error('EventRateLimit: cacheSize must not be negative');
    return { type, qps, burst, cacheSize: isPositive(cacheSize) ? cacheSize : DEFAULT_CACHE_SIZE };
  });
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;

function bucketOf(buckets: LruMap<Bucket>, key: string, limit: Limit, now: number): Bucket {
  const known = buckets.get(key);
  if (known) return known;
  const bucket = new Bucket(limit, now);
  buckets.set(key, bucket);
  return bucket;
}

/** A token bucket. It starts full and refills at the limit's rate. Times in milliseconds. */
class Bucket {
  readonly #limit: Limit;
  #tokens: number;
  #filledAt: number;

  constructor(limit: Limit, now: number) {
    this.#limit = limit;
    this.#tokens = limit.burst;
    this.#filledAt = now;
  }

  take(now: number): boolean {
    const gained = ((now - this.#filledAt) / 1000) * this.#limit.qps;
    this.#tokens = Math.min(this.#limit.burst, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
