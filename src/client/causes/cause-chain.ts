import type { ChangeReason, WriteRecord } from '../../api/debug/causes.ts';

/** The writes that led to a write. */
export interface CauseChain {
  /** From the write back to its first known cause. */
  readonly chain: readonly WriteRecord[];
  /** The change in which the chain ends when its write is not recorded; undefined for a complete chain. */
  readonly missing?: ChangeReason;
}

/** Returns the chain of a write: the newest change that each write reacted to. */
export function causeChain(write: WriteRecord, records: readonly WriteRecord[]): CauseChain {
  const byRevision = new Map(records.map((record) => [record.revision, record]));
  const chain: WriteRecord[] = [];
  let next: WriteRecord | undefined = write;
  while (next) {
    chain.push(next);
    const changes = changesOf(next);
    const latest = changes.at(-1);
    if (!latest) return { chain };
    const known = changes.findLast(({ revision }) => byRevision.has(revision));
    if (!known) return { chain, missing: latest };
    next = byRevision.get(known.revision);
  }
  return { chain };
}

/** Returns the changes that a write reacted to, oldest first. A cause is always older than its effect. */
const changesOf = ({ cause, revision }: WriteRecord): readonly ChangeReason[] =>
  (cause?.reasons ?? [])
    .filter((reason): reason is ChangeReason => reason.type === 'change' && Number(reason.revision) < Number(revision))
    .sort((one, other) => Number(one.revision) - Number(other.revision));

/** Returns the newest write of an object. */
export const latestWrite = (
  records: readonly WriteRecord[],
  { resource, namespace, name }: Pick<WriteRecord, 'resource' | 'namespace' | 'name'>,
): WriteRecord | undefined =>
  records.findLast((each) => each.name === name && each.resource === resource && each.namespace === namespace);
