import { useStore } from 'zustand';
import { freeClusterName, type NamedCluster } from '../../../api/named-cluster.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { LessonRun, LessonSource } from '../../state/stores/lessons-store.ts';

/** The clusters in which lessons are taken. */
export interface LessonClusters {
  /** Undefined while no cluster of this browser has the lesson. */
  runOf(name: string): LessonRun | undefined;
  /** Opens the lesson in a new cluster. Undefined when the page's cluster is not in this browser. */
  readonly start: ((source: LessonSource, title: string) => void) | undefined;
  /** Opens the cluster of a lesson that was begun. */
  resume(name: string): void;
  /** Whether the page shows the cluster of a lesson. */
  isShown(name: string): boolean;
}

export function useLessonClusters(): LessonClusters {
  const { clusters, lessons, platform } = useApplication();
  const runs = useStore(lessons, (state) => state.runs);
  /** Prefers the cluster of the page. */
  const clusterOf = (name: string): NamedCluster | undefined => {
    const having = platform.clusters?.loaded.clusters.filter(({ database }) => {
      const run = runs[database];
      return run?.name === name && run.yaml === undefined;
    });
    return having?.find(({ id }) => id === platform.clusters?.shown.id) ?? having?.[0];
  };
  return {
    runOf: (name) => runs[clusterOf(name)?.database ?? ''],
    isShown: (name) => {
      const found = clusterOf(name);
      return found !== undefined && found.database === platform.clusters?.shown.database;
    },
    resume: (name) => {
      const found = clusterOf(name);
      if (found) clusters?.getState().request({ type: 'switch', id: found.id }, `/lessons/${name}`);
    },
    start:
      clusters &&
      ((source, title) => {
        const { list, request } = clusters.getState();
        const name = freeClusterName(list.clusters, title);
        const isForeign = source.yaml !== undefined;
        request(
          { type: 'create', name, dialect: 'kubernetes', ...(isForeign ? { awaitsConsent: true } : {}) },
          isForeign ? '/' : `/lessons/${source.name}`,
          ({ database }) => lessons.getState().beginOnNextPage(source, database),
        );
      }),
  };
}
