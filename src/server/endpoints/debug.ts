import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/access-explanation.ts';
import { methodNotAllowed, resourceNotFound } from '../../api/status.ts';
import type { Call } from '../call.ts';
import { representDocument } from '../representation.ts';
import { isVersionServed, type ServerFlags } from '../server-flags.ts';
import { accessChanges } from './debug/access-changes.ts';
import { accessExplanations } from './debug/access-explanations.ts';
import { accessFixes } from './debug/access-fixes.ts';
import { accessMatrices } from './debug/access-matrices.ts';
import { admissionTrials } from './debug/admission-trials.ts';
import { DEBUG_API_VERSION, type DebugResource } from './debug/debug-resource.ts';
import { requestTraces } from './debug/request-traces.ts';

/** What the server tells of itself: a file of `debug/` and a line here each. */
const RESOURCES: readonly DebugResource[] = [
  accessChanges,
  accessExplanations,
  accessFixes,
  accessMatrices,
  admissionTrials,
  requestTraces,
];

const ROOT = `/apis/${DEBUG_GROUP}`;

/** Whether a path is of the group of what the server tells of itself, unless that is switched off. */
export const isOfDebugGroup = (path: string, flags: ServerFlags): boolean =>
  (path === ROOT || path.startsWith(`${ROOT}/`)) && servedResources(flags).length > 0;

const servedResources = (flags: ServerFlags): readonly DebugResource[] =>
  RESOURCES.filter(({ name }) => isVersionServed(flags, DEBUG_GROUP, DEBUG_VERSION, name));

/** The group's own discovery and its resources. `/apis` does not list the group, as a cluster's has no such. */
export async function answerDebug(call: Call): Promise<Response> {
  const { info, request, server } = call;
  const [version, name, ...rest] = call.url.pathname.slice(ROOT.length).split('/').filter(Boolean);
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
