import type { ClusterRole } from '../../api/kinds/rbac-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type Discovery, findResource } from '../../client/discovery.ts';
import {
  type Grants,
  grantsOfMatrix,
  grantsOfRules,
  type Side,
  subjectOfSide,
} from '../state/access/access-comparison.ts';
import type { AskedSubject } from '../state/access/access-question.ts';
import { requestMatrix } from './review-access.ts';

interface GrantsQuestion {
  readonly side: Side;
  /** For subjects; undefined for all namespaces. */
  readonly namespace: string | undefined;
}

const NOBODY: AskedSubject = { isSelf: false, user: { username: '', groups: ['system:authenticated'] }, text: '' };

/** Returns what a subject or a role grants. @throws ApiError */
export async function readGrants(
  client: ApiClient,
  discovery: Discovery,
  { side, namespace }: GrantsQuestion,
  signal: AbortSignal,
): Promise<Grants> {
  const subject = subjectOfSide(side);
  // Every matrix has all served resources.
  const matrix = await requestMatrix(client, subject ?? NOBODY, namespace, signal);
  if (subject) return grantsOfMatrix(matrix);
  const found = findResource(discovery, `${side.type}s`);
  if (!found) throw new Error(`The server has no ${side.type}s.`);
  const { group, version, resource } = found;
  const [first = '', second] = side.name.split('/');
  const address = { group, version, resource };
  const place = second === undefined ? { name: first } : { namespace: first, name: second };
  const { rules } = await client.get<ClusterRole>({ ...address, ...place }, { signal });
  return grantsOfRules(rules ?? [], matrix.rows);
}
