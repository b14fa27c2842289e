import { quoted } from '../../api/field-error.ts';
import type { TokenRequest } from '../../api/kinds/authentication-v1.generated.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { notFound } from '../../api/status.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../admission-plugin.ts';
import { operations, refusal } from '../refusal.ts';
import { mirrorPodProblemOfNode } from './mirror-pod-of-node.ts';
import { forbiddenLabels } from './node-labels.ts';

const USER_PREFIX = 'system:node:';
const LEASE_NAMESPACE = 'kube-node-lease';

/** Why the node may not; undefined when it may. */
type Check = (
  attributes: AdmissionAttributes,
  node: string,
  context: AdmissionContext,
) => Promise<string | undefined> | string | undefined;

/** Holds the agents of nodes to their own Node, lease and CSINode, and to the pods on their node. */
export const nodeRestriction: AdmissionPluginFactory = (context) => {
  const checks: ReadonlyMap<string, Check> = new Map(
    Object.entries(CHECKS).map(([resource, check]) => [context.dialect.rename(resource), check]),
  );
  return {
    name: 'NodeRestriction',
    handles: operations('CREATE', 'UPDATE', 'DELETE'),
    async mutate(attributes) {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) return;
      if (node === '')
        throw refusal(attributes, `could not determine node from user ${quoted(attributes.user.username)}`);
      const { group, resource } = attributes.resource;
      const problem = await checks.get(`${group}/${resource}`)?.(attributes, node, context);
      if (problem) throw refusal(attributes, problem);
    },
  };
};

const nodeNameOf = ({ username, groups }: UserInfo): string | undefined =>
  username.startsWith(USER_PREFIX) && groups?.includes('system:nodes') ? username.slice(USER_PREFIX.length) : undefined;

const nameOf = ({ name, object }: AdmissionAttributes): string => name || (object?.metadata.name ?? '');

const podProblem: Check = async (attributes, node, context) => {
  const { operation, subresource } = attributes;
  if (subresource === 'status') return podStatusProblem(attributes, node);
  if (subresource === 'eviction') return evictionProblem(attributes, node, context);
  if (subresource !== '')
    return `unexpected pod subresource ${quoted(subresource)}, only 'status' and 'eviction' are allowed`;
  if (operation === 'CREATE') {
    const stored = await context.reader.get<Node>('', 'nodes', '', node);
    return mirrorPodProblemOfNode(attributes.object as Pod, node, stored, context.dialect);
  }
  if (operation !== 'DELETE')
    return `unexpected operation ${quoted(operation)}, node ${quoted(node)} can only create and delete mirror pods`;
  const pod = (attributes.oldObject ??
    (await context.reader.get<Pod>('', 'pods', attributes.namespace, attributes.name))) as Pod | undefined;
  return !pod || pod.spec?.nodeName === node
    ? undefined
    : `node ${quoted(node)} can only delete pods with spec.nodeName set to itself`;
};

function podStatusProblem({ operation, object, oldObject }: AdmissionAttributes, node: string): string | undefined {
  if (operation !== 'UPDATE') return `unexpected operation ${quoted(operation)}`;
  if ((oldObject as Pod | undefined)?.spec?.nodeName !== node)
    return `node ${quoted(node)} can only update pod status for pods with spec.nodeName set to itself`;
  const [labels = {}, old = {}] = [object?.metadata.labels, oldObject?.metadata.labels];
  const isSame = Object.keys({ ...labels, ...old }).every((key) => labels[key] === old[key]);
  return isSame ? undefined : `node ${quoted(node)} cannot update labels through pod status`;
}

const evictionProblem: Check = async (attributes, node, { reader }) => {
  if (attributes.operation !== 'CREATE') return `unexpected operation ${quoted(attributes.operation)}`;
  const name = nameOf(attributes);
  if (name === '') return 'could not determine pod from request data';
  const pod = await reader.get<Pod>('', 'pods', attributes.namespace, name);
  return !pod || pod.spec?.nodeName === node
    ? undefined
    : `node ${quoted(node)} can only evict pods with spec.nodeName set to itself`;
};

const nodeProblem: Check = (attributes, node, { dialect }) => {
  const { operation } = attributes;
  const object = attributes.object as Node | undefined;
  const old = attributes.oldObject as Node | undefined;
  const forbidden = object
    ? forbiddenLabels(object.metadata.labels ?? {}, old?.metadata.labels ?? {}, dialect).join(', ')
    : '';
  if (operation === 'CREATE' && forbidden)
    return `node ${quoted(node)} is not allowed to set the following labels: ${forbidden}`;
  const name = nameOf(attributes);
  if (name !== node) return `node ${quoted(node)} is not allowed to modify node ${quoted(name)}`;
  if (operation === 'DELETE' && dialect.follows('node-may-not-delete-its-node'))
    return `node ${quoted(node)} is not allowed to delete its own node`;
  if (operation !== 'UPDATE') return undefined;
  if (JSON.stringify(object?.spec?.taints ?? []) !== JSON.stringify(old?.spec?.taints ?? []))
    return `node ${quoted(node)} is not allowed to modify taints`;
  return forbidden ? `is not allowed to modify labels: ${forbidden}` : undefined;
};

const tokenProblem: Check = async ({ operation, subresource, namespace, object }, node, { reader }) => {
  if (operation !== 'CREATE' || subresource !== 'token') return undefined;
  const bound = (object as unknown as TokenRequest | undefined)?.spec?.boundObjectRef;
  if (bound?.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name)
    return 'node requested token not bound to a pod';
  if (!bound.uid) return 'node requested token with a pod binding without a uid';
  const pod = await reader.get<Pod>('', 'pods', namespace, bound.name);
  if (!pod) throw notFound({ group: '', resource: 'pods' }, bound.name);
  if (bound.uid !== pod.metadata.uid)
    return `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return pod.spec?.nodeName === node ? undefined : 'node requested token bound to a pod scheduled on a different node';
};

const leaseProblem: Check = (attributes, node) => {
  if (attributes.namespace !== LEASE_NAMESPACE)
    return `can only access leases in the ${quoted(LEASE_NAMESPACE)} system namespace`;
  return nameOf(attributes) === node
    ? undefined
    : 'can only access node lease with the same name as the requesting node';
};

const CHECKS: Readonly<Record<string, Check>> = {
  '/pods': podProblem,
  '/nodes': nodeProblem,
  '/persistentvolumeclaims': ({ subresource }) => (subresource === 'status' ? undefined : 'may only update PVC status'),
  '/serviceaccounts': tokenProblem,
  'coordination.k8s.io/leases': leaseProblem,
  'storage.k8s.io/csinodes': (attributes, node) =>
    nameOf(attributes) === node ? undefined : 'can only access CSINode with the same name as the requesting node',
};
