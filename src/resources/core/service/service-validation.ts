import { kubernetesName } from '../../../api/dialect.ts';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import type { Service, ServicePort, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isDns1123Label, isDns1123Subdomain, isQualifiedName, isValidPortNumber } from '../../../api/names.ts';
import { isValidIp, parseIpRange } from '../../../api/values/ip-address.ts';
import { invalidFor } from '../../field-validation.ts';
import { goNil, goStruct } from '../../go-text.ts';
import { checkMembers } from '../../member-rules.ts';
import { validateLabels } from '../../object-meta.ts';
import type { StrategyContext } from '../../resource-definition.ts';
import { PROTOCOLS } from '../pod/container/containers.ts';
import { validatePortReference } from '../pod/container/handlers.ts';
import { validateClusterIps } from './service-addresses.ts';
import { isHeadless, isOnNodes, needsClusterIp, needsHealthCheck, specOf } from './service-kinds.ts';
import { validateNonSpecialIp } from './special-addresses.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES = ['ClientIP', 'None'];
const TRAFFIC_POLICIES = ['Cluster', 'Local'];
const LONGEST_AFFINITY = 86400;
const KUBELET_PORT = 10250;
export const TOPOLOGY_HINTS = kubernetesName('service.kubernetes.io/topology-aware-hints');
export const TOPOLOGY_MODE = kubernetesName('service.kubernetes.io/topology-mode');
const SOURCE_RANGES = kubernetesName('service.beta.kubernetes.io/load-balancer-source-ranges');

/** Validates a service (pkg/apis/core/validation's ValidateService). */
export function validateService(service: Service, context: StrategyContext): FieldError[] {
  const spec = specOf(service);
  const { ports = [], type = '' } = spec;
  const hasNoPorts = ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName';
  return [
    ...validateTopology(service, context),
    ...(hasNoPorts ? [required('spec.ports')] : []),
    ...validateType(spec),
    ...validatePorts(ports),
    ...validateLabels(spec.selector, 'spec.selector'),
    ...validateAffinity(spec),
    ...validateClusterIps(spec),
    ...(spec.externalIPs ?? []).flatMap((address, index) => {
      const field = `spec.externalIPs[${index}]`;
      const messages = isValidIp(address);
      return messages.length ? invalidFor(field, address, messages) : validateNonSpecialIp(address, field);
    }),
    ...(type ? [] : [required('spec.type')]),
    ...(!type || TYPES.includes(type) ? [] : [notSupported('spec.type', type, TYPES)]),
    ...validateNodePorts(ports, type),
    ...validateBalancer(service, context),
    ...validateTraffic(spec),
  ];
}

/** Requires that the old and the new annotation have the same value. */
function validateTopology({ metadata }: Service, { dialect }: StrategyContext): FieldError[] {
  const [hints, mode] = [dialect.rename(TOPOLOGY_HINTS), dialect.rename(TOPOLOGY_MODE)];
  const { [hints]: before, [mode]: now } = metadata.annotations ?? {};
  if (before === undefined || now === undefined || before === now) return [];
  return [invalid(`metadata.annotations[${mode}]`, now, `must match annotations[${hints}] when both are specified`)];
}

function validateType(spec: ServiceSpec): FieldError[] {
  const { type, ports = [] } = spec;
  if (type === 'ExternalName') return validateExternalName(spec);
  if (type !== 'LoadBalancer' && type !== 'NodePort') return [];
  const errors: FieldError[] = [];
  for (const [index, { port }] of ports.entries()) {
    if (type !== 'LoadBalancer' || port !== KUBELET_PORT) continue;
    const detail = `may not expose port ${KUBELET_PORT} externally since it is used by kubelet`;
    errors.push(invalid(`spec.ports[${index}]`, port, detail));
  }
  if (isHeadless(spec)) {
    errors.push(invalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
  }
  return errors;
}

function validateExternalName({ clusterIPs, ipFamilies, ipFamilyPolicy, externalName }: ServiceSpec): FieldError[] {
  const detail = 'may not be set for ExternalName services';
  const name = externalName?.endsWith('.') ? externalName.slice(0, -1) : externalName;
  return [
    ...(clusterIPs?.length ? [forbiddenField('spec.clusterIPs', detail)] : []),
    ...(ipFamilies?.length ? [forbiddenField('spec.ipFamilies', detail)] : []),
    ...(ipFamilyPolicy == null ? [] : [forbiddenField('spec.ipFamilyPolicy', detail)]),
    ...(name ? invalidFor('spec.externalName', name, isDns1123Subdomain(name)) : [required('spec.externalName')]),
  ];
}

const validatePort = checkMembers<ServicePort>({
  port: { format: isValidPortNumber },
  protocol: { notEmpty: true, oneOf: PROTOCOLS },
  targetPort: { absentIs: 0, check: validatePortReference },
  appProtocol: { format: isQualifiedName },
});

function validatePorts(ports: readonly ServicePort[]): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const field = `spec.ports[${index}]`;
    const { name } = port;
    const errors: FieldError[] = [];
    if (name) {
      errors.push(...invalidFor(`${field}.name`, name, isDns1123Label(name)));
      if (names.has(name)) errors.push(duplicate(`${field}.name`, name));
      names.add(name);
    } else if (ports.length > 1) errors.push(required(`${field}.name`));
    return [...errors, ...validatePort(port, field)];
  });
}

function validateAffinity({ sessionAffinity, sessionAffinityConfig: config }: ServiceSpec): FieldError[] {
  const field = 'spec.sessionAffinityConfig';
  if (!sessionAffinity) return [required('spec.sessionAffinity')];
  if (!AFFINITIES.includes(sessionAffinity)) return [notSupported('spec.sessionAffinity', sessionAffinity, AFFINITIES)];
  if (sessionAffinity === 'None') {
    return config ? [forbiddenField(field, 'must not be set when session affinity is None')] : [];
  }
  const seconds = config?.clientIP?.timeoutSeconds;
  const path = `${field}.clientIP.timeoutSeconds`;
  if (seconds == null) return [required(path, 'when session affinity type is ClientIP')];
  return seconds <= 0 || seconds > LONGEST_AFFINITY
    ? [invalid(path, seconds, `must be greater than 0 and less than ${LONGEST_AFFINITY}`)]
    : [];
}

/** The key that identifies a port, as the server shows it. */
const goPortKey = (protocol: string, port: number) =>
  goStruct('core.ServicePort', {
    Name: '',
    Protocol: protocol,
    AppProtocol: goNil('string'),
    Port: port,
    TargetPort: goStruct('intstr.IntOrString', { Type: 0, IntVal: 0, StrVal: '' }),
    NodePort: 0,
  });

function validateNodePorts(ports: readonly ServicePort[], type: string): FieldError[] {
  const keys = (member: 'port' | 'nodePort') =>
    ports.map((port) => (port[member] ? `${port.protocol}/${port[member]}` : undefined));
  const [nodePortKeys, portKeys] = [keys('nodePort'), keys('port')];
  const isRepeated = (list: readonly (string | undefined)[], index: number) =>
    list[index] !== undefined && list.indexOf(list[index]) < index;
  return [
    ...ports.flatMap(({ nodePort }, index) =>
      type === 'ClusterIP' && nodePort
        ? [forbiddenField(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")]
        : [],
    ),
    ...ports.flatMap(({ nodePort }, index) =>
      isRepeated(nodePortKeys, index) ? [duplicate(`spec.ports[${index}].nodePort`, nodePort)] : [],
    ),
    ...ports.flatMap(({ protocol = '', port }, index) =>
      isRepeated(portKeys, index) ? [duplicate(`spec.ports[${index}]`, goPortKey(protocol, port))] : [],
    ),
  ];
}

function validateBalancer(service: Service, { dialect }: StrategyContext): FieldError[] {
  const spec = specOf(service);
  const onlyBalancer = "may only be used when `type` is 'LoadBalancer'";
  const isBalancer = spec.type === 'LoadBalancer';
  const key = dialect.rename(SOURCE_RANGES);
  const annotation = service.metadata.annotations?.[key];
  const { loadBalancerSourceRanges: ranges = [], allocateLoadBalancerNodePorts } = spec;
  const errors: FieldError[] = [];
  if (ranges.length || annotation !== undefined) {
    const field = ranges.length ? 'spec.LoadBalancerSourceRanges' : `metadata.annotations[${key}]`;
    if (!isBalancer) errors.push(forbiddenField(field, onlyBalancer));
    const texts = ranges.length ? ranges : annotation?.trim() ? annotation.split(',') : [];
    if (texts.some((text) => !parseIpRange(text.trim()))) {
      const detail = 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ';
      errors.push(invalid(field, ranges.length ? `[${ranges.join(' ')}]` : annotation, detail));
    }
  }
  if (allocateLoadBalancerNodePorts != null && !isBalancer) {
    errors.push(forbiddenField('spec.allocateLoadBalancerNodePorts', onlyBalancer));
  }
  if (allocateLoadBalancerNodePorts == null && isBalancer) errors.push(required('allocateLoadBalancerNodePorts'));
  return [...errors, ...validateBalancerClass(spec)];
}

export function validateBalancerClass({ type, loadBalancerClass: name }: ServiceSpec): FieldError[] {
  const field = 'spec.loadBalancerClass';
  if (name == null) return [];
  return type === 'LoadBalancer'
    ? invalidFor(field, name, isQualifiedName(name))
    : [forbiddenField(field, "may only be used when `type` is 'LoadBalancer'")];
}

function validateTraffic(spec: ServiceSpec): FieldError[] {
  const { externalTrafficPolicy: external = '', internalTrafficPolicy: internal, healthCheckNodePort: port = 0 } = spec;
  const errors: FieldError[] = [];
  const field = 'spec.externalTrafficPolicy';
  if (!isOnNodes(spec)) {
    const detail = "may only be set when `type` is 'NodePort' or 'LoadBalancer'";
    if (external) errors.push(invalid(field, external, detail));
  } else if (!external) errors.push(required(field));
  else if (!TRAFFIC_POLICIES.includes(external)) errors.push(notSupported(field, external, TRAFFIC_POLICIES));
  const portField = 'spec.healthCheckNodePort';
  if (!needsHealthCheck(spec)) {
    const detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    if (port) errors.push(invalid(portField, port, detail));
  } else if (!port) errors.push(required(portField));
  else errors.push(...invalidFor(portField, port, isValidPortNumber(port)));
  if (internal == null) return needsClusterIp(spec) ? [...errors, required('spec.internalTrafficPolicy')] : errors;
  if (TRAFFIC_POLICIES.includes(internal)) return errors;
  return [...errors, notSupported('spec.internalTrafficPolicy', internal, TRAFFIC_POLICIES)];
}
