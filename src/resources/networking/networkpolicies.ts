import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  IPBlock,
  NetworkPolicy,
  NetworkPolicyEgressRule,
  NetworkPolicyIngressRule,
  NetworkPolicyPeer,
  NetworkPolicyPort,
  NetworkPolicySpec,
} from '../../api/kinds/networking-v1.generated.ts';
import { isValidPortName, isValidPortNumber } from '../../api/names.ts';
import { parseIpRange, rangeContains } from '../../api/values/ip-address.ts';
import { hasSentEmpties } from '../../schema/sent-empties.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { labelSelectorText, validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';

const POLICY_TYPES = ['Ingress', 'Egress'];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];

const facts = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  shortNames: ['netpol'],
  namespaced: true,
  description: 'Controls which network traffic pods may send and receive.',
  twins: ['extensions/v1beta1'],
  types: {
    NetworkPolicy: { 'spec?': 'NetworkPolicySpec' },
    NetworkPolicySpec: {
      podSelector: 'meta.v1.LabelSelector',
      'ingress?': '[]NetworkPolicyIngressRule',
      'egress?': '[]NetworkPolicyEgressRule',
      'policyTypes?': '[]string as(PolicyType)',
    },
    NetworkPolicyIngressRule: { 'ports?': '[]NetworkPolicyPort', 'from?': '[]NetworkPolicyPeer' },
    NetworkPolicyEgressRule: { 'ports?': '[]NetworkPolicyPort', 'to?': '[]NetworkPolicyPeer' },
    NetworkPolicyPort: {
      'protocol?': '*string as(Protocol)',
      'port?': '*util.intstr.IntOrString',
      'endPort?': '*int32',
    },
    NetworkPolicyPeer: {
      'podSelector?': '*meta.v1.LabelSelector',
      'namespaceSelector?': '*meta.v1.LabelSelector',
      'ipBlock?': '*IPBlock',
    },
    IPBlock: { cidr: 'string', 'except?': '[]string' },
  },
} satisfies KindFacts;

export const networkpolicies = resource<NetworkPolicy>(facts, {
  generation: ({ spec }) => [spec, hasSentEmpties(spec)],
  strategy: {
    setDefaults({ spec }) {
      if (!spec) return;
      const { ingress = [], egress = [] } = spec;
      for (const rule of [...ingress, ...egress]) {
        for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
      }
      if (!spec.policyTypes?.length) spec.policyTypes = egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
    },
    validate: ({ spec }) => validateSpec(spec, 'spec'),
  },
  columns: [
    nameColumn(),
    column(
      'Pod-Selector',
      'string',
      'Selects the pods to which this NetworkPolicy object applies.  The array of ingress rules is applied to any pods selected by this field. Multiple network policies can select the same set of pods.  In this case, the ingress rules for each are combined additively. This field is NOT optional and follows standard label selector semantics. An empty podSelector matches all pods in this namespace.',
      ({ spec }) => labelSelectorText(spec?.podSelector),
    ),
    ageColumn(),
  ],
});

const validateSpec = checkMembers<NetworkPolicySpec>({
  podSelector: validateLabelSelector,
  ingress: {
    each: checkMembers<NetworkPolicyIngressRule>({ ports: { each: validatePort }, from: { each: validatePeer } }),
  },
  egress: {
    each: checkMembers<NetworkPolicyEgressRule>({ ports: { each: validatePort }, to: { each: validatePeer } }),
  },
  policyTypes: validateTypes,
});

function validateTypes(types: readonly string[], field: string): FieldError[] {
  if (types.length > POLICY_TYPES.length) {
    return [invalid(field, goSlice('networking.PolicyType', types), 'may not specify more than two policyTypes')];
  }
  return types.flatMap((type, index) =>
    POLICY_TYPES.includes(type) ? [] : [notSupported(`${field}[${index}]`, type, POLICY_TYPES)],
  );
}

function validatePort({ protocol, port, endPort }: NetworkPolicyPort, field: string): FieldError[] {
  const errors =
    protocol == null || PROTOCOLS.includes(protocol) ? [] : [notSupported(`${field}.protocol`, protocol, PROTOCOLS)];
  if (typeof port === 'number') {
    errors.push(...invalidFor(`${field}.port`, port, isValidPortNumber(port)));
    if (endPort == null) return errors;
    if (endPort < port) errors.push(invalid(`${field}.endPort`, port, 'must be greater than or equal to `port`'));
    return [...errors, ...invalidFor(`${field}.endPort`, endPort, isValidPortNumber(endPort))];
  }
  if (endPort != null) {
    const why = port === undefined ? 'not specified' : 'non-numeric';
    errors.push(invalid(`${field}.endPort`, endPort, `may not be specified when \`port\` is ${why}`));
  }
  return port === undefined ? errors : [...errors, ...invalidFor(`${field}.port`, port, isValidPortName(port))];
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, field: string): FieldError[] {
  const errors = [
    ...validateLabelSelector(podSelector, `${field}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    ...(ipBlock ? validateBlock(ipBlock, `${field}.ipBlock`) : []),
  ];
  if (!podSelector && !namespaceSelector && !ipBlock) errors.push(required(field, 'must specify a peer'));
  if (ipBlock && (podSelector || namespaceSelector)) {
    errors.push(forbiddenField(field, 'may not specify both ipBlock and another peer'));
  }
  return errors;
}

function validateBlock({ cidr, except = [] }: IPBlock, field: string): FieldError[] {
  if (cidr === '') return [required(`${field}.cidr`)];
  const whole = parseIpRange(cidr);
  if (!whole) return [invalid(`${field}.cidr`, cidr, 'not a valid CIDR')];
  const errors: FieldError[] = [];
  for (const [index, text] of except.entries()) {
    const part = parseIpRange(text);
    if (!part) return [...errors, invalid(`${field}.except[${index}]`, text, 'not a valid CIDR')];
    if (!rangeContains(whole, part.address) || whole.prefix >= part.prefix) {
      errors.push(invalid(`${field}.except[${index}]`, text, 'must be a strict subset of `cidr`'));
    }
  }
  return errors;
}
