import { discover } from '../../client/discovery.ts';
import { type Collection, collectObjects } from '../../client/manifests/collect-objects.ts';
import type { Application } from '../application.ts';
import { compareObjects, type ObjectDifference } from '../state/time/comparison.ts';

/** Compares the objects of two moments that the current identity can list. @throws ApiError */
export async function compareMoments(
  context: Pick<Application, 'clientAt'>,
  from: number,
  to: number | undefined,
  signal: AbortSignal,
): Promise<readonly ObjectDifference[]> {
  const [before, after] = await Promise.all([collectAt(context, from, signal), collectAt(context, to, signal)]);
  return compareObjects(before.objects, after.objects);
}

/** Each moment has its own kinds. */
async function collectAt(
  { clientAt }: Pick<Application, 'clientAt'>,
  revision: number | undefined,
  signal: AbortSignal,
): Promise<Collection> {
  const client = clientAt(revision);
  return collectObjects(client, await discover(client), signal);
}
