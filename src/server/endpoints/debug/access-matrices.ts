import type { AccessMatrix } from '../../../api/debug/access-analysis.ts';
import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { accessMatrix, type MatrixResource } from '../../../authorization/analysis/access-matrix.ts';
import { RbacIndex } from '../../../authorization/rbac/rbac-index.ts';
import type { ResourceTable } from '../../catalog/resource-table.ts';
import type { Call } from '../../context/call.ts';
import { representDocument } from '../../http/representation.ts';
import { userOf } from '../reviews/access-reviews.ts';
import type { DebugResource } from './debug-resource.ts';
import { readQuestion } from './read-question.ts';

/** Returns the permissions of a subject and the rules that grant them. */
export const accessMatrices: DebugResource = {
  name: 'accessmatrices',
  singularName: 'accessmatrix',
  kind: 'AccessMatrix',
  verbs: { create: tabulateAccess },
};

/** Only uses the namespace of the request. Without one, the matrix shows permissions in every namespace. */
async function tabulateAccess(call: Call): Promise<ApiResponse> {
  const { authorizer, reader, dialect, resources } = call.server;
  const spec = await readQuestion(call, 'AccessMatrix', () => []);
  const matrix: AccessMatrix = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'AccessMatrix',
    metadata: {},
    spec,
    status: await accessMatrix(new RbacIndex(reader, dialect), authorizer, {
      user: userOf(spec),
      namespace: spec.resourceAttributes?.namespace ?? '',
      resources: matrixResources(resources),
    }),
  };
  return representDocument(call, matrix, 201);
}

/** Verbs that no request has, but that are authorized while a request is processed. */
const FURTHER_VERBS: Readonly<Record<string, readonly string[]>> = {
  roles: ['bind', 'escalate'],
  clusterroles: ['bind', 'escalate'],
  serviceaccounts: ['impersonate'],
};

/** Returns every served resource and subresource, once for all its versions. */
function matrixResources(table: ResourceTable): readonly MatrixResource[] {
  const rows = new Map<string, MatrixResource>();
  for (const { group, resource, namespaced, verbs, subresources } of table.resources) {
    const add = (path: string, own: Iterable<string>) => {
      const key = `${group}/${path}`;
      if (!rows.has(key)) rows.set(key, { group, resource: path, namespaced, verbs: [...own].sort() });
    };
    add(resource, [...verbs, ...(FURTHER_VERBS[resource] ?? [])]);
    for (const [name, subresource] of subresources) add(`${resource}/${name}`, subresource.verbs);
  }
  return [...rows.values()];
}
