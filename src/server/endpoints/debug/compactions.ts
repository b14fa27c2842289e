import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import type { Compaction } from '../../../api/debug/compaction.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import { compactHistory } from '../../objects/compact-history.ts';
import type { DebugResource } from './debug-resource.ts';

/** Drops the history of the cluster, as `etcdctl compact` does. Requests for older versions then fail with 410. */
export const compactions: DebugResource = {
  name: 'compactions',
  singularName: 'compaction',
  kind: 'Compaction',
  verbs: { create },
};

/** Compacts up to the newest revision. The request has no parameters, and its body is not read. */
async function create({ server: { objects, clock } }: Call): Promise<ApiResponse> {
  const { storage } = objects;
  const revision = await storage.revision();
  await compactHistory(storage, clock, revision);
  const compaction: Compaction = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'Compaction',
    metadata: {},
    status: { resourceVersion: String(revision) },
  };
  return jsonResponse(201, compaction);
}
