import type { Lesson } from '../../lessons/lesson.ts';
import { solveLesson } from '../../lessons/solve-lesson.ts';
import { createTestCluster } from '../testing/create-test-cluster.ts';

/** How long controllers may react to a call, in milliseconds of the cluster. */
const SETTLE = 60_000;

/** Beta APIs that the app serves. */
const FLAGS = { 'runtime-config': 'admissionregistration.k8s.io/v1beta1=true' };

/**
 * Solves a lesson by its own solutions, in a new cluster in memory.
 * @returns the tasks that do not work; empty when all do
 * @throws Error when the start state cannot be made, or a call cannot be sent
 */
export async function solveInNewCluster(lesson: Lesson): Promise<readonly string[]> {
  const { nodes, objects } = lesson.start;
  const cluster = await createTestCluster({ seed: objects, simulatedNodes: nodes, flags: FLAGS });
  try {
    return await solveLesson(lesson, {
      clientAs: (user) => (user === undefined ? cluster.client : cluster.as({ name: user }).client),
      settle: () => cluster.clock.step(SETTLE),
    });
  } finally {
    await cluster.close();
  }
}
