import { type Discovery, discover } from '../../client/discovery.ts';
import { type CollectedObject, type Collection, collectObjects } from '../../client/manifests/collect-objects.ts';
import type { Application } from '../application.ts';
import { compareObjects, type ObjectDifference } from '../state/time/comparison.ts';

export interface MomentComparison {
  readonly differences: readonly ObjectDifference[];
  /** Kinds that could not be listed at one of the moments, so that nothing is known about their objects. */
  readonly unread: readonly string[];
  /** The paths of groups that extension API servers serve. The history does not have their objects. */
  readonly withoutHistory: readonly string[];
}

/** Compares the objects of two moments, as far as both can be read. @throws ApiError */
export async function compareMoments(
  context: Pick<Application, 'clientAt'>,
  from: number,
  to: number | undefined,
  signal: AbortSignal,
): Promise<MomentComparison> {
  const [before, after] = await Promise.all([collectAt(context, from, signal), collectAt(context, to, signal)]);
  const kinds = new Set([...before.unreadable, ...after.unreadable].map(({ kind }) => kind));
  const groups = new Set([...before.failed, ...after.failed]);
  const isRead = ({ resource: { group, kind } }: CollectedObject): boolean =>
    !kinds.has(kind) && ![...groups].some((path) => path.startsWith(group ? `/apis/${group}/` : '/api/'));
  return {
    differences: compareObjects(before.objects.filter(isRead), after.objects.filter(isRead)),
    unread: [...kinds].sort(),
    withoutHistory: [...groups].sort(),
  };
}

/** Each moment has its own kinds. */
async function collectAt(
  { clientAt }: Pick<Application, 'clientAt'>,
  revision: number | undefined,
  signal: AbortSignal,
): Promise<Collection & Pick<Discovery, 'failed'>> {
  const client = clientAt(revision);
  const discovery = await discover(client);
  return { ...(await collectObjects(client, discovery, signal)), failed: discovery.failed };
}
