import { DEBUG_API_VERSION, DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { methodNotAllowed, resourceNotFound } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { isVersionServed, type ServerFlags } from '../../flags/server-flags.ts';
import { representDocument } from '../../http/representation.ts';
import { accessChanges } from './access-changes.ts';
import { accessExplanations } from './access-explanations.ts';
import { accessFixes } from './access-fixes.ts';
import { accessMatrices } from './access-matrices.ts';
import { admissionPluginStates } from './admission-plugin-states.ts';
import { admissionTrials } from './admission-trials.ts';
import { causes } from './causes.ts';
import { clusterClocks } from './cluster-clocks.ts';
import { compactions } from './compactions.ts';
import { controllerStates } from './controller-states.ts';
import { DEBUG_ROOT } from './debug-path.ts';
import type { DebugResource } from './debug-resource.ts';
import { expressionChecks } from './expressions/expression-checks.ts';
import { faultStates } from './fault-states.ts';
import { moments } from './moments.ts';
import { priorityLevelStates } from './priority-level-states.ts';
import { requestTraces } from './request-traces.ts';
import { sessions } from './sessions.ts';
import { why } from './why.ts';

/** The resources of the debug group, one file in `debug/` each. */
const RESOURCES: readonly DebugResource[] = [
  accessChanges,
  accessExplanations,
  accessFixes,
  accessMatrices,
  admissionPluginStates,
  admissionTrials,
  causes,
  clusterClocks,
  compactions,
  controllerStates,
  expressionChecks,
  faultStates,
  moments,
  priorityLevelStates,
  requestTraces,
  sessions,
  why,
];

/** Reports whether any resource of the group is served: `--runtime-config` can disable them. */
export const servesDebugGroup = (flags: ServerFlags): boolean => servedResources(flags).length > 0;

const servedResources = (flags: ServerFlags): readonly DebugResource[] =>
  RESOURCES.filter(({ name }) => isVersionServed(flags, DEBUG_GROUP, DEBUG_VERSION, name));

/**
 * Serves the group's discovery documents and resources. `/apis` does not list the group, because real clusters have no
 * such group.
 */
export async function answerDebug(call: Call): Promise<ApiResponse> {
  const { info, request, server } = call;
  const [version, name, ...rest] = call.info.path.slice(DEBUG_ROOT.length).split('/').filter(Boolean);
  if ((version ?? DEBUG_VERSION) !== DEBUG_VERSION || rest.length > 1) throw resourceNotFound();
  const resources = servedResources(server.flags);
  if (name === undefined) {
    if (request.method !== 'GET') throw methodNotAllowed();
    return representDocument(call, version ? resourceList(resources) : GROUP);
  }
  const resource = resources.find((candidate) => candidate.name === name);
  if (!resource) throw resourceNotFound();
  const answer = resource.verbs[info.verb];
  if (!answer || request.method === 'HEAD' || (info.verb === 'create' && info.name !== '')) throw methodNotAllowed();
  return answer(call);
}

const GROUP_VERSION = { groupVersion: DEBUG_API_VERSION, version: DEBUG_VERSION };
const GROUP = {
  kind: 'APIGroup',
  apiVersion: 'v1',
  name: DEBUG_GROUP,
  versions: [GROUP_VERSION],
  preferredVersion: GROUP_VERSION,
};

const resourceList = (resources: readonly DebugResource[]) => ({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: DEBUG_API_VERSION,
  resources: resources.map(({ name, singularName, kind, verbs }) => ({
    name,
    singularName,
    namespaced: false,
    kind,
    verbs: Object.keys(verbs),
  })),
});
