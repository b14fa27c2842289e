import { type FilterPlugin, finalRejection } from '../../framework/plugin.ts';

const REJECTION = finalRejection("node(s) didn't match the requested node name");

/** Rejects every node but the one that the pod names. */
export const nodeName: FilterPlugin = {
  name: 'NodeName',
  prepare({ pod }) {
    const wanted = pod.spec?.nodeName;
    return wanted ? { check: ({ name }) => (name === wanted ? undefined : REJECTION) } : undefined;
  },
};
