import type { PodState, Stage } from './stage.ts';

/** The stages of one resource, indexed by the states that they select. */
export class StageTable {
  readonly #all: readonly Stage[];
  readonly #byState = new Map<PodState | undefined, readonly Stage[]>();

  /** @param stages the stages of all resources */
  constructor(stages: readonly Stage[], resource: Stage['spec']['resource']) {
    this.#all = stages
      .filter(({ spec }) => spec.resource === resource)
      .sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  }

  /** Returns the stages that may apply to objects in a state, by name; undefined for objects without states. */
  in(state: PodState | undefined): readonly Stage[] {
    let found = this.#byState.get(state);
    if (!found) {
      found = this.#all.filter(({ spec }) => {
        const { states } = spec.selector ?? {};
        return !states || (state !== undefined && states.includes(state));
      });
      this.#byState.set(state, found);
    }
    return found;
  }
}
