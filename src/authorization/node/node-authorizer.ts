import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { quoted } from '../../api/field-error.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { resourceText } from '../../api/rule-matching.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AuthorizationAttributes, Decision } from '../authorizer.ts';
import type { RuleAuthorizer } from '../rules-review.ts';
import { NodeGraph } from './node-graph.ts';
import { nodeRules } from './node-rules.ts';

const USER_PREFIX = 'system:node:';
const LEASE_NAMESPACE = 'kube-node-lease';
const VOLUME_ATTACHMENTS = kubernetesName('storage.k8s.io/volumeattachments');
const LEASES = kubernetesName('coordination.k8s.io/leases');
const CSI_NODES = kubernetesName('storage.k8s.io/csinodes');
const OWN_VERBS = ['get', 'create', 'update', 'patch', 'delete'];

/** Returns the name of the requesting node, which may be empty; undefined for other users. */
export const nodeNameOf = ({ username, groups }: UserInfo): string | undefined =>
  username.startsWith(USER_PREFIX) && groups?.includes('system:nodes') ? username.slice(USER_PREFIX.length) : undefined;

/**
 * Authorizes nodes: a node may read the objects that its pods need and write the objects that carry its name;
 * permissions common to all nodes are a list of rules. No opinion on other users.
 */
export function createNodeAuthorizer(reader: ObjectReader, dialect: Dialect): RuleAuthorizer {
  const granted = verbsByResource(nodeRules(dialect));
  const check = accessChecks(new NodeGraph(reader, dialect), dialect);
  return {
    name: 'Node',
    authorize(attributes) {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) return NO_OPINION;
      if (node === '') return noOpinion(`unknown node for user ${quoted(attributes.user.username)}`);
      const special = attributes.isResourceRequest ? check(attributes, node) : undefined;
      if (!special) return grants(granted, attributes) ? ALLOW : NO_OPINION;
      return special.then((refusal) => (refusal === undefined ? ALLOW : noOpinion(refusal)));
    },
    rulesFor: async (user) => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: nodeNameOf(user) !== undefined,
      ...(nodeNameOf(user) === undefined
        ? {}
        : { evaluationError: 'node authorizer does not support user rule resolution' }),
    }),
  };
}

type VerbsByResource = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Indexes the rules, because every request of a node looks them up. The rules have no wildcards and no resource names.
 */
function verbsByResource(rules: readonly PolicyRule[]): VerbsByResource {
  const verbs = new Map<string, Set<string>>();
  for (const { apiGroups, resources, verbs: granted } of rules)
    for (const group of apiGroups ?? [])
      for (const resource of resources ?? [])
        verbs.set(keyOf(group, resource), new Set([...(verbs.get(keyOf(group, resource)) ?? []), ...(granted ?? [])]));
  return verbs;
}

const grants = (granted: VerbsByResource, attributes: AuthorizationAttributes): boolean =>
  attributes.isResourceRequest &&
  (granted.get(keyOf(attributes.group, resourceText(attributes)))?.has(attributes.verb) ?? false);

/** Groups and resources contain no spaces. */
const keyOf = (group: string, resource: string): string => `${group} ${resource}`;

const ALLOW: Decision = { decision: 'allow', reason: '' };
const NO_OPINION: Decision = { decision: 'no-opinion', reason: '' };
const noOpinion = (reason: string): Decision => ({ decision: 'no-opinion', reason });

/** Returns why a node is denied; undefined when it is allowed. */
type Check = (attributes: AuthorizationAttributes, node: string) => Promise<string | undefined>;

/** Returns the check for a request's resource; undefined for resources with the same rules for all nodes. */
function accessChecks(graph: NodeGraph, dialect: Dialect) {
  const related: Check = async ({ resource, namespace, name }, node) => {
    if (name === '') return 'No Object name found';
    const isRelated = await graph.isRelated(node, resource, namespace, name);
    return isRelated ? undefined : `no relationship found between node '${node}' and this object`;
  };
  const after =
    (problem: (attributes: AuthorizationAttributes) => string | undefined): Check =>
    async (attributes, node) =>
      problem(attributes) ?? related(attributes, node);
  const get = after(getProblem);
  const status = after(statusProblem);
  const byResource = new Map<string, Check>([
    ['/secrets', after(readProblem)],
    ['/configmaps', after(readProblem)],
    [
      '/persistentvolumeclaims',
      (attributes, node) => (attributes.subresource === 'status' ? status : get)(attributes, node),
    ],
    ['/persistentvolumes', get],
    [dialect.rename(VOLUME_ATTACHMENTS), get],
    ['/serviceaccounts', after(tokenProblem)],
    [dialect.rename(LEASES), async (attributes, node) => leaseProblem(attributes, node)],
    [dialect.rename(CSI_NODES), async (attributes, node) => csiNodeProblem(attributes, node)],
  ]);
  return (attributes: AuthorizationAttributes, node: string) =>
    byResource.get(`${attributes.group}/${attributes.resource}`)?.(attributes, node);
}

function readProblem({ verb, subresource, namespace }: AuthorizationAttributes): string | undefined {
  if (!['get', 'list', 'watch'].includes(verb)) return 'can only read resources of this type';
  if (subresource !== '') return 'cannot read subresource';
  return namespace === '' ? 'can only read namespaced object of this type' : undefined;
}

function getProblem({ verb, subresource }: AuthorizationAttributes): string | undefined {
  if (verb !== 'get') return 'can only get individual resources of this type';
  return subresource === '' ? undefined : 'cannot get subresource';
}

const statusProblem = ({ verb }: AuthorizationAttributes): string | undefined =>
  ['update', 'patch'].includes(verb) ? undefined : 'can only get/update/patch this type';

function tokenProblem({ verb, name, subresource }: AuthorizationAttributes): string | undefined {
  if (verb !== 'create' || name === '') return 'can only create tokens for individual service accounts';
  return subresource === 'token' ? undefined : 'can only create token subresource of service account';
}

function leaseProblem({ verb, name, namespace }: AuthorizationAttributes, node: string): string | undefined {
  if (!OWN_VERBS.includes(verb)) return 'can only get, create, update, patch, or delete a node lease';
  if (namespace !== LEASE_NAMESPACE) return `can only access leases in the ${quoted(LEASE_NAMESPACE)} system namespace`;
  // On create the name is not known yet; admission checks it.
  return verb === 'create' || name === node
    ? undefined
    : 'can only access node lease with the same name as the requesting node';
}

function csiNodeProblem({ verb, name, subresource }: AuthorizationAttributes, node: string): string | undefined {
  if (!OWN_VERBS.includes(verb)) return 'can only get, create, update, patch, or delete a CSINode';
  if (subresource !== '') return 'cannot authorize CSINode subresources';
  return verb === 'create' || name === node
    ? undefined
    : 'can only access CSINode with the same name as the requesting node';
}
