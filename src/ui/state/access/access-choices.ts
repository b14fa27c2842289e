import type { ConsideredRule } from '../../../api/debug/access-explanation.ts';
import type { ClusterRoleBinding, RoleBinding } from '../../../api/kinds/rbac-v1.generated.ts';
import { groupResourceText } from '../../../api/object.ts';
import { type DiscoveredResource, type Discovery, findResource } from '../../../client/discovery.ts';

/** Verbs for authorization only, which no resource serves. */
export const SPECIAL_VERBS = ['bind', 'escalate', 'impersonate', 'use', 'approve', 'sign', '*'];
export const PATH_VERBS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete', '*'];

const MATRIX_RESOURCES = [
  'pods',
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'services',
  'ingresses',
  'networkpolicies',
  'configmaps',
  'secrets',
  'serviceaccounts',
  'persistentvolumeclaims',
  'resourcequotas',
  'events',
  'roles',
  'rolebindings',
  'namespaces',
  'nodes',
  'clusterroles',
];

/** What a namespace's page asks: who can do this here? */
export const NAMESPACE_ACTIONS = [
  { text: 'read secrets', verb: 'get', resource: 'secrets' },
  { text: 'list secrets', verb: 'list', resource: 'secrets' },
  { text: 'run commands in pods', verb: 'create', resource: 'pods', subresource: 'exec' },
  { text: 'create pods', verb: 'create', resource: 'pods' },
  { text: 'delete pods', verb: 'delete', resource: 'pods' },
  { text: 'change deployments', verb: 'update', resource: 'deployments' },
  { text: 'bind roles', verb: 'create', resource: 'rolebindings' },
] as const;

/** Returns the commonly used resources that the server has: the rows of the matrix. */
export const matrixResources = (discovery: Discovery): DiscoveredResource[] =>
  MATRIX_RESOURCES.flatMap((resource) => findResource(discovery, resource) ?? []);

/** Returns the distinct names of a kind of subject in bindings, sorted. */
export function subjectNames(bindings: readonly (ClusterRoleBinding | RoleBinding)[], kind: string): string[] {
  const subjects = bindings.flatMap((binding) => binding.subjects ?? []);
  return [...new Set(subjects.filter((subject) => subject.kind === kind).map(({ name }) => name))].sort();
}

/** Formats a rule in one line: `get, list on configmaps, deployments.apps, only named a, b`. */
export function ruleText(rule: NonNullable<ConsideredRule['rule']>): string {
  const { verbs = [], apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const what = resources.length > 0 ? apiGroups.flatMap((group) => inGroup(resources, group)) : nonResourceURLs;
  const names = resourceNames.length > 0 ? `, only named ${resourceNames.join(', ')}` : '';
  return `${verbs.join(', ') || 'no verbs'} on ${what.join(', ') || 'no resources'}${names}`;
}

const inGroup = (resources: readonly string[], group: string): string[] =>
  resources.map((resource) => groupResourceText({ group, resource }));
