import { BoundedMap } from '../api/memory/bounded-map.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission-plugin.ts';

export type AdmissionPhase = 'mutate' | 'validate';

/** A plugin's part in one phase of a request. */
export type Decide = (attributes: AdmissionAttributes) => Promise<void> | void;

/** Returns a function that counts a decision of each of the named plugins, which have nothing to do for a request. */
export type CountPasses = (
  plugins: readonly string[],
  phase: AdmissionPhase,
  operation: AdmissionOperation,
) => () => void;

const MAXIMUM_REQUESTS = 4096;

/** The plugins that run, in order. It knows which of them have nothing to do for a kind of request. */
export class AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
  readonly #countPasses: CountPasses;
  /** By phase, operation and resource. */
  readonly #decisions = new BoundedMap<string, readonly Decide[]>(MAXIMUM_REQUESTS);

  constructor(plugins: readonly AdmissionPlugin[], countPasses: CountPasses) {
    this.plugins = plugins;
    this.#countPasses = countPasses;
  }

  /** Returns the decisions that a request passes in a phase, in order. */
  decisionsFor(phase: AdmissionPhase, request: AdmissionAttributes): readonly Decide[] {
    const { operation } = request;
    const resource = resourceText(request);
    const key = `${phase} ${operation} ${resource}`;
    let decisions = this.#decisions.get(key);
    if (!decisions) {
      decisions = this.#decisionsOn(resource, phase, operation);
      this.#decisions.set(key, decisions);
    }
    return decisions;
  }

  #decisionsOn(resource: string, phase: AdmissionPhase, operation: AdmissionOperation): readonly Decide[] {
    const decisions: Decide[] = [];
    let passing: string[] = [];
    const countPasses = (): void => {
      if (passing.length > 0) decisions.push(this.#countPasses(passing, phase, operation));
      passing = [];
    };
    for (const plugin of this.plugins) {
      if (!plugin[phase] || !plugin.handles.has(operation)) continue;
      if (plugin.resources?.has(resource) ?? true) {
        countPasses();
        decisions.push((attributes) => plugin[phase]?.(attributes));
      } else passing.push(plugin.name);
    }
    countPasses();
    return decisions;
  }
}

/** Returns a resource or subresource as plugins name those that they act on. */
const resourceText = ({ resource: { group, resource }, subresource }: AdmissionAttributes): string =>
  subresource === '' ? `${group}/${resource}` : `${group}/${resource}/${subresource}`;
