import { changesBetween } from '../../../api/debug/changes-between.ts';
import { type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import { quoted } from '../../../api/field-error.ts';
import type { TokenRequest } from '../../../api/kinds/authentication-v1.generated.ts';
import type { Node, PersistentVolumeClaim, Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isPromise } from '../../../api/realms.ts';
import { notFound } from '../../../api/status.ts';
import type { UserInfo } from '../../../api/user-info.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations } from '../../attributes.ts';
import { denial } from '../../denial.ts';
import { mirrorPodProblemOfNode } from './mirror-pod-of-node.ts';
import { forbiddenLabels } from './node-labels.ts';

const USER_PREFIX = 'system:node:';
const LEASE_NAMESPACE = 'kube-node-lease';

/** Returns why the node's request is denied; undefined when it is allowed. */
type Check = (
  attributes: AdmissionAttributes,
  node: string,
  context: AdmissionContext,
) => Promise<string | undefined> | string | undefined;

/** Restricts kubelets to their own Node, Lease and CSINode, and to the pods on their node. */
export const nodeRestriction: AdmissionPluginFactory = (context) => {
  const checks: ReadonlyMap<string, Check> = new Map(
    CHECKS.map(([resource, check]) => [context.dialect.rename(resource), check]),
  );
  return {
    name: 'NodeRestriction',
    handles: operations('CREATE', 'UPDATE', 'DELETE'),
    mutate(attributes) {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) return undefined;
      if (node === '')
        throw denial(attributes, `could not determine node from user ${quoted(attributes.user.username)}`);
      const { group, resource } = attributes.resource;
      const problem = checks.get(`${group}/${resource}`)?.(attributes, node, context);
      return isPromise(problem) ? problem.then((found) => denyFor(found, attributes)) : denyFor(problem, attributes);
    },
  };
};

function denyFor(problem: string | undefined, attributes: AdmissionAttributes): void {
  if (problem) throw denial(attributes, problem);
}

const nodeNameOf = ({ username, groups }: UserInfo): string | undefined =>
  username.startsWith(USER_PREFIX) && groups?.includes('system:nodes') ? username.slice(USER_PREFIX.length) : undefined;

const nameOf = ({ name, object }: AdmissionAttributes): string => name || (object?.metadata.name ?? '');

const podProblem: Check = (attributes, node, context) => {
  const { subresource } = attributes;
  if (subresource === 'status') return podStatusProblem(attributes, node);
  if (subresource === 'eviction') return evictionProblem(attributes, node, context);
  if (subresource !== '')
    return `unexpected pod subresource ${quoted(subresource)}, only 'status' and 'eviction' are allowed`;
  return mirrorPodProblem(attributes, node, context);
};

/** Nodes create and delete the pods that mirror their static pods. */
const mirrorPodProblem: Check = async (attributes, node, context) => {
  const { operation } = attributes;
  if (operation === 'CREATE') {
    const stored = await context.reader.get<Node>('', 'nodes', '', node);
    return mirrorPodProblemOfNode(attributes.object as Pod, node, stored, context.dialect);
  }
  if (operation !== 'DELETE')
    return `unexpected operation ${quoted(operation)}, node ${quoted(node)} can only create and delete mirror pods`;
  const pod = await podNamed(attributes.name, attributes, context);
  return pod.spec?.nodeName === node
    ? undefined
    : `node ${quoted(node)} can only delete pods with spec.nodeName set to itself`;
};

function podStatusProblem({ operation, object, oldObject }: AdmissionAttributes, node: string): string | undefined {
  if (operation !== 'UPDATE') return `unexpected operation ${quoted(operation)}`;
  if ((oldObject as Pod | undefined)?.spec?.nodeName !== node)
    return `node ${quoted(node)} can only update pod status for pods with spec.nodeName set to itself`;
  const [labels = {}, old = {}] = [object?.metadata.labels, oldObject?.metadata.labels];
  const isSame = Object.keys({ ...labels, ...old }).every((key) => labels[key] === old[key]);
  if (!isSame) return `node ${quoted(node)} cannot update labels through pod status`;
  const claimsOf = (pod: ApiObject | undefined) => (pod as Pod | undefined)?.status?.resourceClaimStatuses ?? [];
  return changesBetween(claimsOf(oldObject), claimsOf(object)).length
    ? `node ${quoted(node)} cannot update resource claim statues`
    : undefined;
}

/** The real server reads from a pod index, whose error has the kind's name instead of the resource's. */
async function podNamed(name: string, { namespace }: AdmissionAttributes, { reader }: AdmissionContext): Promise<Pod> {
  const pod = name === '' ? undefined : await reader.get<Pod>('', 'pods', namespace, name);
  if (!pod) throw notFound({ group: '', resource: 'pod' }, name);
  return pod;
}

const evictionProblem: Check = async (attributes, node, context) => {
  if (attributes.operation !== 'CREATE') return `unexpected operation ${attributes.operation}`;
  const name = nameOf(attributes);
  if (name === '') return 'could not determine pod from request data';
  const pod = await podNamed(name, attributes, context);
  return pod.spec?.nodeName === node ? undefined : `node ${node} can only evict pods with spec.nodeName set to itself`;
};

const nodeProblem: Check = (attributes, node, { dialect }) => {
  const { operation } = attributes;
  const name = nameOf(attributes);
  if (name !== node) return `node ${quoted(node)} is not allowed to modify node ${quoted(name)}`;
  if (operation === 'DELETE')
    return dialect.follows('node-may-not-delete-its-node')
      ? `node ${quoted(node)} is not allowed to delete its own node`
      : undefined;
  const object = attributes.object as Node;
  const old = attributes.oldObject as Node | undefined;
  const forbidden = forbiddenLabels(object.metadata.labels ?? {}, old?.metadata.labels ?? {}, dialect).join(', ');
  return old
    ? (nodeSpecProblem(object, old, node) ?? (forbidden ? `is not allowed to modify labels: ${forbidden}` : undefined))
    : registrationProblem(object, forbidden, node);
};

function registrationProblem({ spec }: Node, forbidden: string, node: string): string | undefined {
  if (spec?.configSource) return `node ${quoted(node)} is not allowed to create pods with a non-nil configSource`;
  return forbidden ? `node ${quoted(node)} is not allowed to set the following labels: ${forbidden}` : undefined;
}

function nodeSpecProblem({ spec }: Node, { spec: live }: Node, node: string): string | undefined {
  if (spec?.configSource && changesBetween(live?.configSource, spec.configSource).length)
    return `node ${quoted(node)} is not allowed to update configSource to a new non-nil configSource`;
  return changesBetween(live?.taints ?? [], spec?.taints ?? []).length
    ? `node ${quoted(node)} is not allowed to modify taints`
    : undefined;
}

const tokenProblem: Check = async (attributes, node, context) => {
  const { operation, subresource, object } = attributes;
  if (operation !== 'CREATE' || subresource !== 'token') return undefined;
  const bound = (object as unknown as TokenRequest | undefined)?.spec?.boundObjectRef;
  if (bound?.apiVersion !== 'v1' || bound.kind !== 'Pod' || !bound.name)
    return 'node requested token not bound to a pod';
  if (!bound.uid) return 'node requested token with a pod binding without a uid';
  const pod = await podNamed(bound.name, attributes, context);
  if (bound.uid !== pod.metadata.uid)
    return `the UID in the bound object reference (${bound.uid}) does not match the UID in record. The object might have been deleted and then recreated`;
  return pod.spec?.nodeName === node ? undefined : 'node requested token bound to a pod scheduled on a different node';
};

const claimProblem: Check = ({ operation, subresource, object, oldObject }, node) => {
  if (subresource !== 'status') return 'may only update PVC status';
  if (operation !== 'UPDATE') return `unexpected operation ${quoted(operation)}`;
  const changes = changesBetween(withoutWhatNodesTell(oldObject), withoutWhatNodesTell(object));
  const changeText = changes.map(({ op, path }) => `${op} ${path}`).join(', ');
  return changes.length
    ? `node ${quoted(node)} is not allowed to update fields other than status.capacity and status.conditions: ${changeText}`
    : undefined;
};

/** Returns a claim without the fields that its node may change and those that every write changes. */
function withoutWhatNodesTell(claim: ApiObject | undefined): object {
  const { metadata, status, ...rest } = claim as PersistentVolumeClaim;
  const { resourceVersion: _version, managedFields: _managers, ...kept } = metadata;
  const { capacity: _capacity, conditions: _conditions, ...others } = status ?? {};
  return { ...rest, metadata: kept, status: others };
}

const leaseProblem: Check = (attributes, node) => {
  if (attributes.namespace !== LEASE_NAMESPACE)
    return `can only access leases in the ${quoted(LEASE_NAMESPACE)} system namespace`;
  return nameOf(attributes) === node
    ? undefined
    : 'can only access node lease with the same name as the requesting node';
};

const CHECKS: readonly (readonly [resource: KubernetesName, check: Check])[] = [
  [kubernetesName('/pods'), podProblem],
  [kubernetesName('/nodes'), nodeProblem],
  [kubernetesName('/persistentvolumeclaims'), claimProblem],
  [kubernetesName('/serviceaccounts'), tokenProblem],
  [kubernetesName('coordination.k8s.io/leases'), leaseProblem],
  [
    kubernetesName('storage.k8s.io/csinodes'),
    (attributes, node) =>
      nameOf(attributes) === node ? undefined : 'can only access CSINode with the same name as the requesting node',
  ],
];
