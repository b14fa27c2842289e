import { firstUntoleratedTaint, isTolerated } from '../../../api/scheduling/tolerations.ts';
import { type FilterPlugin, finalRejection, type ScorePlugin, scaleScores } from '../../framework/plugin.ts';

/** Rejects nodes with a taint that the pod does not tolerate. */
export const taintToleration: FilterPlugin = {
  name: 'TaintToleration',
  prepare({ pod }, { cache }) {
    if (!cache.hasTaints) return undefined;
    return {
      check({ taints }) {
        const taint = taints.length > 0 ? firstUntoleratedTaint(taints, pod.spec?.tolerations) : undefined;
        return taint && finalRejection(`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);
      },
    };
  },
};

/** Prefers nodes with few `PreferNoSchedule` taints that the pod does not tolerate. */
export const taintTolerationScore: ScorePlugin = {
  name: 'TaintToleration',
  weight: 3,
  score({ pod }, nodes, { cache }) {
    if (!cache.hasTaints || nodes.every(({ taints }) => taints.length === 0)) return undefined;
    const relevant = (pod.spec?.tolerations ?? []).filter(({ effect }) => !effect || effect === 'PreferNoSchedule');
    const avoided = nodes.map(
      ({ taints }) =>
        taints.filter((taint) => taint.effect === 'PreferNoSchedule' && !isTolerated(taint, relevant)).length,
    );
    return scaleScores(avoided, true);
  },
};
