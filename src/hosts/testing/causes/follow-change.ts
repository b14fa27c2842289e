import type { Causes, WriteRecord } from '../../../api/debug/causes.ts';
import { writerOf } from '../../../client/causes/cause-text.ts';
import { readCauses } from '../../../client/causes/read-causes.ts';
import type { Cluster } from '../../../embedding/cluster.ts';
import { ExpectationError } from '../traces/expectations.ts';
import type { ExplainedObject } from '../why/why-of.ts';

/** A change to follow: the latest write of an object, all writes of a request by its trace, or a revision. */
export type FollowedChange = ExplainedObject | { readonly request: string } | { readonly revision: string };

/**
 * Returns what led to a change, and what followed from it.
 * @throws ApiError 404 when the change is not recorded
 */
export const followChange = ({ client }: Cluster, change: FollowedChange): Promise<Causes> =>
  readCauses(client, { ...change });

/** Which write is expected among the causes. Undefined fields match all. */
export interface ExpectedWrite {
  /** The component or user that wrote: `deployment-controller`, `alice`. */
  readonly by?: string;
  /** Plural and group: `deployments.apps`. */
  readonly resource?: string;
  readonly name?: string;
}

/**
 * Expects that a write is among the causes of an object's latest write. Returns it.
 * @throws ExpectationError with the causes
 */
export async function expectCausedBy(
  cluster: Cluster,
  object: ExplainedObject,
  { by, resource, name }: ExpectedWrite,
): Promise<WriteRecord> {
  const { chain, sentence } = await followChange(cluster, object);
  const found = chain.find(
    (write) =>
      (by === undefined || by === writerOf(write)) &&
      (resource === undefined || resource === write.resource) &&
      (name === undefined || name === write.name),
  );
  if (found) return found;
  const written = [resource, name].filter(Boolean).join('/');
  const wanted = ['a write', written && `of ${written}`, by && `by ${by}`].filter(Boolean).join(' ');
  throw new ExpectationError(`Expected ${object.resource}/${object.name} to be caused by ${wanted}, but: ${sentence}`);
}
