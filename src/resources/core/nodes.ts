import type { Dialect } from '../../api/dialect.ts';
import { duplicate, type FieldError, forbiddenField, internalFieldError, invalid } from '../../api/field-error.ts';
import type { Node, NodeSpec } from '../../api/kinds/core-v1.generated.ts';
import { parseIpRange } from '../../api/values/ip-address.ts';
import { goStruct } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { validateNodeAnnotations } from './node/node-annotations.ts';
import { nodeColumns } from './node/node-columns.ts';
import { validateTaints } from './node/taints.ts';
import { validateResourceAmount } from './quantities/resource-names.ts';
import {
  type ResourceList,
  roundResourceList,
  sortedAmounts,
  withAmountsOf,
} from './quantities/resource-quantities.ts';

/** Keeps the old single field and the list equal. When they differ, the single field wins. */
function unifyPodCidrs(spec: NodeSpec): void {
  if (spec.podCIDR && spec.podCIDR !== spec.podCIDRs?.[0]) spec.podCIDRs = [spec.podCIDR];
  spec.podCIDR = spec.podCIDRs?.[0];
}

const validateAmounts = (list: ResourceList | undefined, field: string, dialect: Dialect): FieldError[] =>
  sortedAmounts(list).flatMap(([name, quantity]) =>
    validateResourceAmount(name, quantity, `${field}.${name}`, dialect),
  );

const validateResources = ({ status }: Node, dialect: Dialect): FieldError[] => [
  ...validateAmounts(status?.capacity, 'status.capacity', dialect),
  ...validateAmounts(status?.allocatable, 'status.allocatable', dialect),
];

function validatePodCidrs(cidrs: readonly string[] | undefined, field: string): FieldError[] {
  if (!cidrs?.length) return [];
  const ranges = cidrs.map(parseIpRange);
  const errors = ranges.flatMap((range, index) =>
    range ? [] : [invalid(`${field}[${index}]`, cidrs, 'must be valid CIDR')],
  );
  if (cidrs.length < 2) return errors;
  const first = ranges.indexOf(undefined);
  if (first >= 0) {
    const why = `invalid CIDR[${first}]: <nil> (invalid CIDR address: ${cidrs[first]})`;
    errors.push(internalFieldError(field, `invalid PodCIDRs. failed to check with dual stack with error:${why}`));
  }
  const versions = new Set(ranges.map((range) => range?.network.version));
  const isPair = cidrs.length === 2 && versions.size === 2 && first < 0;
  return [
    ...errors,
    ...(isPair ? [] : [invalid(field, cidrs, 'may specify no more than one CIDR for each IP family')]),
    ...cidrs.flatMap((cidr, index) => (cidrs.indexOf(cidr) < index ? [duplicate(`${field}[${index}]`, cidr)] : [])),
  ];
}

// The path starts with metadata, as in the real server.
const validate = (node: Node, { dialect }: StrategyContext): FieldError[] => [
  ...validateNodeAnnotations(node.metadata.annotations, 'metadata.annotations', dialect),
  ...validateTaints(node.spec?.taints, 'metadata.taints'),
  ...validateResources(node, dialect),
  ...validatePodCidrs(node.spec?.podCIDRs, 'spec.podCIDRs'),
];

/** Validates an update of a node or of its status. */
function validateChange(node: Node, live: Node, { dialect }: StrategyContext): FieldError[] {
  const errors = [
    ...validateNodeAnnotations(node.metadata.annotations, 'metadata.annotations', dialect),
    ...validateResources(node, dialect),
  ];
  const addresses = (node.status?.addresses ?? []).map(({ type, address }) => `${type}/${address}`);
  for (const [index, { type, address }] of (node.status?.addresses ?? []).entries()) {
    if (addresses.indexOf(`${type}/${address}`) < index) {
      const shown = goStruct('core.NodeAddress', { Type: type, Address: address });
      errors.push(duplicate(`status.addresses[${index}]`, shown));
    }
  }
  const { podCIDRs = [], providerID = '', externalID = '' } = live.spec ?? {};
  errors.push(...validatePodCidrChange(node.spec?.podCIDRs ?? [], podCIDRs));
  if (providerID && node.spec?.providerID !== providerID) {
    errors.push(forbiddenField('spec.providerID', 'node updates may not change providerID except from "" to valid'));
  }
  errors.push(...validateTaints(node.spec?.taints, 'metadata.taints'));
  if ((node.spec?.externalID ?? '') !== externalID)
    errors.push(forbiddenField('spec.externalID', 'may not be updated'));
  return errors;
}

/** Requires that assigned ranges stay. Each changed range is a separate error. */
function validatePodCidrChange(ranges: readonly string[], live: readonly string[]): FieldError[] {
  if (live.length === 0) return [];
  const error = forbiddenField('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid');
  if (ranges.length !== live.length) return [error];
  return live.flatMap((range, index) => (ranges[index] === range ? [] : [error]));
}

const warnings = ({ spec }: Node): string[] =>
  spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : [];

/** Drops a new dynamic kubelet configuration, because the feature was removed. Existing configurations stay. */
function dropConfigSource({ spec }: Node, live?: Node): void {
  if (spec && !live?.spec?.configSource) spec.configSource = undefined;
}

const facts = {
  group: '',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  shortNames: ['no'],
  namespaced: false,
  description: 'A machine that runs pods.',
  subresources: {
    proxy: { kind: 'v1 NodeProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    status: {},
  },
  types: {
    Node: { 'spec?': 'NodeSpec', 'status?': 'NodeStatus' },
    NodeSpec: {
      'podCIDR?': 'string',
      'podCIDRs?': '[]string merge number(7)',
      'providerID?': 'string',
      'unschedulable?': 'bool',
      'taints?': '[]Taint',
      'configSource?': '*NodeConfigSource',
      'externalID?': 'string number(2)',
    },
    NodeStatus: {
      'capacity?': 'map[string]api.resource.Quantity',
      'allocatable?': 'map[string]api.resource.Quantity',
      'phase?': 'string as(NodePhase)',
      'conditions?': '[]NodeCondition merge(type)',
      'addresses?': '[]NodeAddress merge(type)',
      'daemonEndpoints?': 'NodeDaemonEndpoints',
      'nodeInfo?': 'NodeSystemInfo',
      'images?': '[]ContainerImage',
      'volumesInUse?': '[]string as(UniqueVolumeName)',
      'volumesAttached?': '[]AttachedVolume',
      'config?': '*NodeConfigStatus',
    },
    Taint: {
      key: 'string',
      'value?': 'string',
      effect: 'string as(TaintEffect)',
      'timeAdded?': '*meta.v1.Time',
    },
    NodeCondition: {
      type: 'string as(NodeConditionType)',
      status: 'string as(ConditionStatus)',
      'lastHeartbeatTime?': 'meta.v1.Time',
      'lastTransitionTime?': 'meta.v1.Time',
      'reason?': 'string',
      'message?': 'string',
    },
    NodeAddress: { type: 'string as(NodeAddressType)', address: 'string' },
    NodeDaemonEndpoints: { 'kubeletEndpoint?': 'DaemonEndpoint' },
    NodeSystemInfo: {
      machineID: 'string',
      systemUUID: 'string',
      bootID: 'string',
      kernelVersion: 'string',
      osImage: 'string',
      containerRuntimeVersion: 'string',
      kubeletVersion: 'string',
      kubeProxyVersion: 'string',
      operatingSystem: 'string',
      architecture: 'string',
    },
    ContainerImage: { 'names?': '[]string', 'sizeBytes?': 'int64' },
    AttachedVolume: { name: 'string as(UniqueVolumeName)', devicePath: 'string' },
    NodeConfigStatus: {
      'assigned?': '*NodeConfigSource',
      'active?': '*NodeConfigSource',
      'lastKnownGood?': '*NodeConfigSource',
      'error?': 'string',
    },
    NodeConfigSource: { 'configMap?': '*ConfigMapNodeConfigSource number(2)' },
    DaemonEndpoint: { Port: 'int32' },
    ConfigMapNodeConfigSource: {
      namespace: 'string',
      name: 'string',
      'uid?': 'string as(types.UID)',
      'resourceVersion?': 'string',
      kubeletConfigKey: 'string',
    },
  },
} satisfies KindFacts;

function setStatusDefaults({ status }: Node): void {
  if (!status) return;
  if (status.capacity) status.allocatable ??= withAmountsOf(status.capacity);
  roundResourceList(status.capacity);
  roundResourceList(status.allocatable);
}

export const nodes = resource<Node>(facts, {
  storageName: 'minions',
  keepsStatusOnCreate: true,
  unknownFieldLabelError: 'plain',
  selectableFields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
  strategy: {
    setDefaults(draft) {
      if (draft.spec) unifyPodCidrs(draft.spec);
      setStatusDefaults(draft);
    },
    prepareForCreate: (draft) => dropConfigSource(draft),
    prepareForUpdate: (draft, live) => dropConfigSource(draft, live),
    validate,
    validateUpdate: (node, live, context) => [...validate(node, context), ...validateChange(node, live, context)],
    warnings,
    subresources: { status: { setDefaults: setStatusDefaults, validateUpdate: validateChange } },
  },
  columns: nodeColumns,
});
