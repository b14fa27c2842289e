import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import { isPromise } from '../../../api/realms.ts';
import type { ServerMetrics } from './server-metrics.ts';

/** Wraps the plugins of a chain to count their decisions and measure their durations. */
export function measuredPlugins(
  plugins: readonly AdmissionPlugin[],
  metrics: ServerMetrics,
  clock: Clock,
): readonly AdmissionPlugin[] {
  const laps = new Laps(clock);
  return plugins.map((plugin) => measuredPlugin(plugin, metrics, laps));
}

/**
 * Measures plugins that decide in sequence. The end of one is the start of the next, so that the clock is read once
 * between them.
 */
class Laps {
  readonly #clock: Clock;
  #attributes: AdmissionAttributes | undefined;
  #endedAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(attributes: AdmissionAttributes): number {
    return this.#attributes === attributes ? this.#endedAt : stopwatch(this.#clock);
  }

  /** Returns the seconds since the start. */
  end(attributes: AdmissionAttributes, startedAt: number): number {
    this.#attributes = attributes;
    this.#endedAt = stopwatch(this.#clock);
    return (this.#endedAt - startedAt) / 1000;
  }
}

function measuredPlugin(plugin: AdmissionPlugin, metrics: ServerMetrics, laps: Laps): AdmissionPlugin {
  const { name, handles, resources } = plugin;
  const measured = (type: 'admit' | 'validate', decide: (attributes: AdmissionAttributes) => Promise<void> | void) => {
    const decided = metrics.decisionsOf(name, type);
    const count = (attributes: AdmissionAttributes, startedAt: number, rejected: boolean): void =>
      decided(attributes.operation, rejected, laps.end(attributes, startedAt));
    return (attributes: AdmissionAttributes): Promise<void> | void => {
      const startedAt = laps.begin(attributes);
      let decision: Promise<void> | void;
      try {
        decision = decide(attributes);
      } catch (error) {
        count(attributes, startedAt, true);
        throw error;
      }
      // Most plugins decide synchronously, and a write passes dozens.
      if (!isPromise(decision)) return count(attributes, startedAt, false);
      return decision.then(
        () => count(attributes, startedAt, false),
        (error: unknown) => {
          count(attributes, startedAt, true);
          throw error;
        },
      );
    };
  };
  return {
    name,
    handles,
    ...(resources ? { resources } : {}),
    ...(plugin.isIdle ? { isIdle: () => plugin.isIdle?.() ?? false } : {}),
    ...(plugin.mutate ? { mutate: measured('admit', (attributes) => plugin.mutate?.(attributes)) } : {}),
    ...(plugin.validate ? { validate: measured('validate', (attributes) => plugin.validate?.(attributes)) } : {}),
  };
}
