import { dialectNamed } from '../../api/dialect.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import type { LessonStart } from '../../lessons/lesson.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { newSimulatedNodes } from '../state/objects/nodes/simulated-nodes.ts';
import { findExisting, importObjects, objectIdentity } from './import-objects.ts';
import { NODES } from './nodes/add-simulated-nodes.ts';
import { discoveryOf, type WriteContext } from './write-context.ts';

/**
 * Creates the nodes and objects with which a lesson starts. Those that exist stay as they are, also those that another
 * page creates concurrently, such as this one before a reload.
 * @throws ApiError when the cluster cannot be read; Error with the message of the first object that was rejected
 */
export async function startLesson(context: WriteContext, { nodes, objects }: LessonStart): Promise<void> {
  const { client } = context;
  const { items } = await client.list<Node>(NODES);
  const missing = newSimulatedNodes(
    items,
    Math.max(0, nodes - items.length),
    dialectNamed(dialectOf(discoveryOf(context))),
  );
  for (const node of missing) await client.create(NODES, node).catch(unlessExists);
  const existing = await findExisting(client, discoveryOf(context), objects);
  const rejected = new Map<number, string>();
  await importObjects(context, new Map(objects.entries()), {
    ...{ namespace: NAMESPACE, existing, updatesExisting: false },
    onOutcome: (index, outcome) => {
      if ('message' in outcome) rejected.set(index, outcome.message);
      else rejected.delete(index);
    },
  });
  if (rejected.size === 0) return;
  const present = await findExisting(client, discoveryOf(context), objects);
  for (const [index, object] of objects.entries()) {
    const message = rejected.get(index);
    const isPresent = present.has(objectIdentity(discoveryOf(context), object, NAMESPACE) ?? '');
    if (message !== undefined && !isPresent) throw new Error(message);
  }
}

/** The namespace of objects without one. */
const NAMESPACE = 'default';

function unlessExists(error: unknown): void {
  if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
}
