import type { Moment } from '../../../api/debug/moments.ts';

/** Returns the last change of each revision: the steps of the scrubber, oldest first. */
export function stepsOf(moments: readonly Moment[]): readonly Moment[] {
  return moments.filter(({ revision }, index) => moments[index + 1]?.revision !== revision);
}

/** Returns the index of the last step at or before a revision; -1 when the revision is older than all steps. */
export const positionOf = (steps: readonly Moment[], revision: number): number =>
  steps.findLastIndex((step) => Number(step.revision) <= revision);

const EFFECTS = { created: 'created', updated: 'changed', removed: 'deleted' } as const;

/** Returns the change of a moment as a clause: `pods default/web was created`. */
export function changeText({ effect, resource, namespace, name }: Moment): string {
  return `${resource} ${namespace ? `${namespace}/` : ''}${name} was ${EFFECTS[effect]}`;
}
