import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
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

/** Times of plugins that decide one after the other: the end of one is the beginning of the next, and read once. */
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

  /** Returns the seconds since the beginning. */
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
    return (attributes: AdmissionAttributes): Promise<void> | void => {
      const startedAt = laps.begin(attributes);
      const accept = () => decided(attributes.operation, false, laps.end(attributes, startedAt));
      const reject = (error: unknown): never => {
        decided(attributes.operation, true, laps.end(attributes, startedAt));
        throw error;
      };
      let decision: Promise<void> | void;
      try {
        decision = decide(attributes);
      } catch (error) {
        return reject(error);
      }
      // Most plugins decide at once, and a write has dozens.
      return decision instanceof Promise ? decision.then(accept, reject) : accept();
    };
  };
  return {
    name,
    handles,
    ...(resources ? { resources } : {}),
    ...(plugin.mutate ? { mutate: measured('admit', (attributes) => plugin.mutate?.(attributes)) } : {}),
    ...(plugin.validate ? { validate: measured('validate', (attributes) => plugin.validate?.(attributes)) } : {}),
  };
}
