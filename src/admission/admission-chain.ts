import type { GroupVersionResource } from '../api/object.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from './admission-plugin.ts';

export type AdmissionPhase = 'mutate' | 'validate';

/** A plugin's part in one phase of a request. */
export type Decide = (attributes: AdmissionAttributes) => Promise<void> | void;

/** Returns a function that counts a decision of each named plugin, for requests that these plugins ignore. */
export type CountPasses = (
  plugins: readonly string[],
  phase: AdmissionPhase,
  operation: AdmissionOperation,
) => () => void;

/** What requests of a kind pass: a plugin that decides on them, or plugins in a row that ignore them. */
export interface Decision {
  readonly decide: Decide;
  /** Undefined for plugins that ignore the requests. */
  readonly plugin?: AdmissionPlugin;
  /** Plugins of the phase that ignore the requests, in order. */
  readonly ignoring: readonly AdmissionPlugin[];
}

/** The decisions on one kind of request. */
interface Decisions {
  readonly all: readonly Decision[];
  /** The decisions when all plugins that can be idle are idle. */
  readonly quiet: readonly Decision[];
  readonly mayIdle: readonly AdmissionPlugin[];
}

const doNothing = (): void => {};

type ByOperation = Map<AdmissionOperation, Decisions>;

/** The enabled plugins, in order. Skips the plugins that have nothing to do for a kind of request. */
export class AdmissionChain {
  readonly plugins: readonly AdmissionPlugin[];
  readonly #countPasses: CountPasses;
  /** By phase, resource, subresource and operation. */
  readonly #decisions: Readonly<Record<AdmissionPhase, WeakMap<GroupVersionResource, Map<string, ByOperation>>>> = {
    mutate: new WeakMap(),
    validate: new WeakMap(),
  };

  constructor(plugins: readonly AdmissionPlugin[], countPasses: CountPasses) {
    this.plugins = plugins;
    this.#countPasses = countPasses;
  }

  /**
   * Returns the decisions that a request passes in a phase, in order. Cached by the identity of the resource object.
   */
  decisionsFor(phase: AdmissionPhase, request: AdmissionAttributes): readonly Decision[] {
    const decisions = this.#decisionsOn(phase, request);
    for (const plugin of decisions.mayIdle) if (!plugin.isIdle?.()) return decisions.all;
    return decisions.quiet;
  }

  #decisionsOn(phase: AdmissionPhase, request: AdmissionAttributes): Decisions {
    const { operation, resource, subresource } = request;
    let bySubresource = this.#decisions[phase].get(resource);
    if (!bySubresource) {
      bySubresource = new Map();
      this.#decisions[phase].set(resource, bySubresource);
    }
    let byOperation = bySubresource.get(subresource);
    if (!byOperation) {
      byOperation = new Map();
      bySubresource.set(subresource, byOperation);
    }
    let decisions = byOperation.get(operation);
    if (!decisions) {
      decisions = this.#newDecisions(phase, request);
      byOperation.set(operation, decisions);
    }
    return decisions;
  }

  #newDecisions(phase: AdmissionPhase, request: AdmissionAttributes): Decisions {
    const { operation } = request;
    const resource = resourceText(request);
    const asked = this.plugins.filter((plugin) => plugin[phase]);
    const acts = ({ handles, resources }: AdmissionPlugin): boolean =>
      handles.has(operation) && (resources?.has(resource) ?? true);
    return {
      all: this.#decisionsOf(asked, acts, phase, operation),
      quiet: this.#decisionsOf(asked, (plugin) => !plugin.isIdle && acts(plugin), phase, operation),
      mayIdle: asked.filter((plugin) => plugin.isIdle && acts(plugin)),
    };
  }

  #decisionsOf(
    plugins: readonly AdmissionPlugin[],
    acts: (plugin: AdmissionPlugin) => boolean,
    phase: AdmissionPhase,
    operation: AdmissionOperation,
  ): readonly Decision[] {
    const decisions: Decision[] = [];
    let ignoring: AdmissionPlugin[] = [];
    const passIgnoring = (): void => {
      if (ignoring.length === 0) return;
      const passed = ignoring.filter(({ handles }) => handles.has(operation)).map(({ name }) => name);
      const decide = passed.length > 0 ? this.#countPasses(passed, phase, operation) : doNothing;
      decisions.push({ decide, ignoring });
      ignoring = [];
    };
    for (const plugin of plugins) {
      if (acts(plugin)) {
        passIgnoring();
        decisions.push({ decide: (attributes) => plugin[phase]?.(attributes), plugin, ignoring: [] });
      } else ignoring.push(plugin);
    }
    passIgnoring();
    return decisions;
  }
}

/** Returns a resource or subresource in the format of `AdmissionPlugin.resources`. */
const resourceText = ({ resource: { group, resource }, subresource }: AdmissionAttributes): string =>
  subresource === '' ? `${group}/${resource}` : `${group}/${resource}/${subresource}`;
