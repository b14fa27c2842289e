import type { WriteRecord } from '../../api/debug/causes.ts';
import type { CauseChain } from './cause-chain.ts';

const SUBRESOURCES: Readonly<Record<string, string>> = {
  binding: 'bound',
  status: 'updated the status of',
  scale: 'scaled',
  eviction: 'evicted',
  finalize: 'finalized',
};

/** Returns what a write did, before the name of its object: `created`, `updated the status of`. */
export const writeVerb = ({ effect, subresource = '' }: WriteRecord): string =>
  effect === 'updated' ? (SUBRESOURCES[subresource] ?? 'updated') : effect;

/** Returns the component or user that wrote. */
export const writerOf = ({ cause, user }: WriteRecord): string => cause?.component ?? user;

/** Returns what a write did: `deployment-controller created replicasets.apps/web`. */
export const writeText = (write: WriteRecord): string =>
  `${writerOf(write)} ${writeVerb(write)} ${write.resource}/${write.name}`;

/** Returns the conditions of a write besides the changes that it reacted to, as clauses: `a timer had ended`. */
export function circumstances({ cause }: WriteRecord): readonly string[] {
  const { reasons = [], because } = cause ?? {};
  const retry = reasons.findLast(({ type }) => type === 'retry');
  return [
    ...(because ? [because] : []),
    ...(retry?.type === 'retry' ? [`${attempts(retry.attempt)} had failed`] : []),
    ...(reasons.some(({ type }) => type === 'timer') ? ['a timer had ended'] : []),
  ];
}

const attempts = (count: number): string => (count === 1 ? 'an attempt' : `${count} attempts`);

/** Returns a chain as a sentence: `kube-scheduler bound pods/web-1, because replicaset-controller created pods/web-1.` */
export function chainText({ chain, missing }: CauseChain): string {
  // A component that writes an object several times in a row is named once.
  const named = chain.filter((write, place) => !isSameText(write, chain[place - 1]));
  const clauses = named.map((write) => {
    const conditions = circumstances(write);
    return conditions.length === 0 ? writeText(write) : `${writeText(write)} (${conditions.join(', ')})`;
  });
  const end = missing
    ? `, because of revision ${missing.revision} of ${missing.resource}/${missing.name}, whose write is not recorded`
    : '';
  return `${clauses.join(', because ')}${end}.`;
}

const isSameText = (write: WriteRecord, other: WriteRecord | undefined): boolean =>
  other !== undefined && writeText(write) === writeText(other);
