import type { AdmissionAttributes, AdmissionPlugin } from '../../../admission/admission-plugin.ts';
import { type Clock, stopwatch } from '../../../api/environment.ts';
import type { ServerMetrics } from './server-metrics.ts';

/** Wraps a plugin to count its decisions and measure their duration. */
export function measuredPlugin(plugin: AdmissionPlugin, metrics: ServerMetrics, clock: Clock): AdmissionPlugin {
  const { name, handles } = plugin;
  const measured = (type: 'admit' | 'validate', decide: (attributes: AdmissionAttributes) => Promise<void> | void) => {
    const decided = metrics.decisionsOf(name, type);
    return async (attributes: AdmissionAttributes): Promise<void> => {
      const startedAt = stopwatch(clock);
      let rejected = true;
      try {
        await decide(attributes);
        rejected = false;
      } finally {
        decided(attributes.operation, rejected, (stopwatch(clock) - startedAt) / 1000);
      }
    };
  };
  return {
    name,
    handles,
    ...(plugin.mutate ? { mutate: measured('admit', (attributes) => plugin.mutate?.(attributes)) } : {}),
    ...(plugin.validate ? { validate: measured('validate', (attributes) => plugin.validate?.(attributes)) } : {}),
  };
}
