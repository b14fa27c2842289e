import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import type { ServerMetrics } from './server-metrics.ts';

/** Wraps a plugin to count its decisions and measure their duration. */
export function measuredPlugin(plugin: AdmissionPlugin, metrics: ServerMetrics, clock: Clock): AdmissionPlugin {
  const { name, handles, resources } = plugin;
  const measured = (type: 'admit' | 'validate', decide: (attributes: AdmissionAttributes) => Promise<void> | void) => {
    const decided = metrics.decisionsOf(name, type);
    return (attributes: AdmissionAttributes): Promise<void> | void => {
      const startedAt = stopwatch(clock);
      const accept = () => decided(attributes.operation, false, (stopwatch(clock) - startedAt) / 1000);
      const reject = (error: unknown): never => {
        decided(attributes.operation, true, (stopwatch(clock) - startedAt) / 1000);
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
