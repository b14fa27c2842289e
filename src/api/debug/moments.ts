import { clusterDialect, kubernetesDialect } from '../dialect.ts';
import { AUTHENTICATION_GROUP, AUTHORIZATION_GROUP } from '../kubernetes-names.ts';
import { DEBUG_API_VERSION, DEBUG_GROUP } from './access-explanation.ts';

/** A change in the history of the cluster. */
export interface Moment {
  /** The revision of the cluster after the change. */
  readonly revision: string;
  /** metav1.MicroTime; estimated from the changes around it when the change was not recorded with its time. */
  readonly time: string;
  readonly effect: 'created' | 'updated' | 'removed';
  /** Plural and group: `deployments.apps`, `pods`. */
  readonly resource: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** The retained history of the cluster. Served as `moments` of the debug group. */
export interface MomentList {
  readonly apiVersion: string;
  readonly kind: 'MomentList';
  readonly metadata: Record<string, never>;
  /** The revisions between which the cluster can be shown. */
  readonly oldest: string;
  readonly newest: string;
  /** Oldest first. Renewals of Leases and Events are left out. */
  readonly items: readonly Moment[];
}

const MOMENTS = `/apis/${DEBUG_API_VERSION}/moments`;

/** Returns the path below which the cluster is served as it was at a revision. */
export const momentPath = (revision: string | number): string => `${MOMENTS}/${revision}/proxy`;

/** A path below `momentPath`. */
const MOMENT_TARGET = new RegExp(`^${MOMENTS.replaceAll('.', '\\.')}/(\\d{1,15})/proxy(/.*)$`);

/** Parses a target below `momentPath`; undefined for others. */
export function parseMomentTarget(target: string): { readonly revision: number; readonly target: string } | undefined {
  if (!target.startsWith(MOMENTS)) return undefined;
  const [, revision, rest] = MOMENT_TARGET.exec(target) ?? [];
  return rest === undefined ? undefined : { revision: Number(revision), target: rest };
}

const REVIEW_GROUPS: ReadonlySet<string> = new Set(
  [kubernetesDialect, clusterDialect].flatMap(({ rename }) => [AUTHENTICATION_GROUP, AUTHORIZATION_GROUP].map(rename)),
);

/**
 * Reports whether creating an object only asks a question, so that the past can answer it: reviews, and questions about
 * access. Trials of admission would read objects by the rights of then alone.
 */
export const storesNothing = ({ group, resource }: { readonly group: string; readonly resource: string }): boolean =>
  REVIEW_GROUPS.has(group) ? resource.endsWith('reviews') : group === DEBUG_GROUP && resource.startsWith('access');
