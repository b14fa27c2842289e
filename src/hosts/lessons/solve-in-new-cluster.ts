import type { Lesson } from '../../lessons/lesson.ts';
import { solveLesson } from '../../lessons/solve-lesson.ts';
import { openTestCluster } from '../testing/create-test-cluster.ts';

/** How long controllers may react to a call, in milliseconds of the cluster. */
const SETTLE = 60_000;

/** Beta APIs that the app serves. */
const FLAGS = { 'runtime-config': 'admissionregistration.k8s.io/v1beta1=true' };

/** Replaces `fetch`: the lesson may be somebody else's, whose webhooks must not reach the network of the machine. */
const refuse = (): Promise<never> => Promise.reject(new Error('the cluster of a lesson has no network'));

/**
 * Solves a lesson by its own solutions, in a new cluster in memory.
 * @returns the tasks that do not work; empty when all do
 * @throws Error when the start state cannot be made, or a call cannot be sent
 */
export async function solveInNewCluster(lesson: Lesson): Promise<readonly string[]> {
  const { nodes, objects } = lesson.start;
  const cluster = await openTestCluster({ seed: objects, simulatedNodes: nodes, flags: FLAGS }, refuse);
  try {
    return await solveLesson(lesson, {
      clientAs: (user) => (user === undefined ? cluster.client : cluster.as({ name: user }).client),
      settle: () => cluster.clock.step(SETTLE),
    });
  } finally {
    await cluster.close();
  }
}
