import { type FieldError, invalid } from '../../api/field-error.ts';
import type { Service, ServiceSpec } from '../../api/kinds/core-v1.generated.ts';
import { isDns1123Subdomain, nameIsDns1035Label } from '../../api/names.ts';
import { labelSelectorFromPairs } from '../../api/selectors/label-selector.ts';
import { isValidIp } from '../../api/values/ip-address.ts';
import { invalidFor } from '../field-validation.ts';
import type { KindFacts } from '../kind-facts.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { metadataErrors } from './metadata-errors.ts';
import { allocate, serviceClaims } from './service/service-allocation.ts';
import { isOnNodes, needsClusterIp, specOf } from './service/service-kinds.ts';
import { dropUnneeded, keepAllocated, unifyClusterIps, validateStable } from './service/service-update.ts';
import { validateService } from './service/service-validation.ts';
import { serviceWarnings } from './service/service-warnings.ts';

/** Validates the addresses of load balancers. */
const validateStatus = ({ status }: Service): FieldError[] =>
  (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }, index) => {
    const field = `status.loadBalancer.ingress[${index}]`;
    const errors = ip && isValidIp(ip).length > 0 ? [invalid(`${field}.ip`, ip, 'must be a valid IP address')] : [];
    if (!hostname) return errors;
    errors.push(...invalidFor(`${field}.hostname`, hostname, isDns1123Subdomain(hostname)));
    if (isValidIp(hostname).length === 0) {
      errors.push(invalid(`${field}.hostname`, hostname, 'must be a DNS name, not an IP address'));
    }
    return errors;
  });

const balancerText = ({ status }: Service): string[] =>
  [...new Set((status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []))].sort();

function externalText(service: Service): string {
  const { type, externalIPs = [], externalName } = specOf(service);
  if (type === 'ExternalName') return externalName ?? '';
  if (type !== 'LoadBalancer') return externalIPs.join(',') || '<none>';
  return [...balancerText(service), ...externalIPs].join(',') || '<pending>';
}

const portsText = ({ spec }: Service): string =>
  (spec?.ports ?? [])
    .map(({ port, nodePort, protocol }) => (nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`))
    .join(',') || '<none>';

const facts = {
  group: '',
  version: 'v1',
  kind: 'Service',
  resource: 'services',
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  description: 'A stable name and address for a set of pods.',
  subresources: {
    proxy: { kind: 'v1 ServiceProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    status: {},
  },
  types: {
    Service: { 'spec?': 'ServiceSpec', 'status?': 'ServiceStatus' },
    ServiceSpec: {
      'ports?': '[]ServicePort map(port,protocol) merge(port)',
      'selector?': 'map[string]string atomic',
      'clusterIP?': 'string',
      'clusterIPs?': '[]string atomic number(18)',
      'type?': 'string as(ServiceType) number(4)',
      'externalIPs?': '[]string number(5)',
      'sessionAffinity?': 'string as(ServiceAffinity)',
      'loadBalancerIP?': 'string',
      'loadBalancerSourceRanges?': '[]string',
      'externalName?': 'string',
      'externalTrafficPolicy?': 'string as(ServiceExternalTrafficPolicy)',
      'healthCheckNodePort?': 'int32',
      'publishNotReadyAddresses?': 'bool',
      'sessionAffinityConfig?': '*SessionAffinityConfig',
      'ipFamilies?': '[]string atomic as(IPFamily) number(19)',
      'ipFamilyPolicy?': '*string as(IPFamilyPolicy) number(17)',
      'allocateLoadBalancerNodePorts?': '*bool number(20)',
      'loadBalancerClass?': '*string number(21)',
      'internalTrafficPolicy?': '*string as(ServiceInternalTrafficPolicy) number(22)',
    },
    ServiceStatus: {
      'loadBalancer?': 'LoadBalancerStatus',
      'conditions?': '[]meta.v1.Condition map(type) merge(type)',
    },
    ServicePort: {
      'name?': 'string',
      'protocol?': 'string as(Protocol) default(TCP)',
      'appProtocol?': '*string number(6)',
      port: 'int32 number(3)',
      'targetPort?': 'util.intstr.IntOrString written number(4)',
      'nodePort?': 'int32 number(5)',
    },
    SessionAffinityConfig: { 'clientIP?': '*ClientIPConfig' },
    LoadBalancerStatus: { 'ingress?': '[]LoadBalancerIngress' },
    ClientIPConfig: { 'timeoutSeconds?': '*int32' },
    LoadBalancerIngress: { 'ip?': 'string', 'hostname?': 'string', 'ports?': '[]PortStatus atomic number(4)' },
    PortStatus: { port: 'int32', protocol: 'string as(Protocol)', 'error?': '*string' },
  },
} satisfies KindFacts;

export const services = resource<Service>(facts, {
  storageName: 'services/specs',
  validateName: nameIsDns1035Label,
  allowCreateOnUpdate: true,
  deleteAnswersObject: true,
  claims: serviceClaims,
  strategy: {
    setDefaults(draft) {
      draft.spec ??= {};
      setServiceDefaults(draft.spec);
    },
    prepareForCreate(draft, context) {
      draft.spec ??= {};
      unifyClusterIps(draft.spec, undefined);
      allocate(draft, undefined, context);
    },
    prepareForUpdate(draft, live, context) {
      draft.spec ??= {};
      keepAllocated(draft.spec, specOf(live));
      unifyClusterIps(draft.spec, specOf(live));
      dropUnneeded(draft.spec, specOf(live));
      if (draft.spec.type !== 'LoadBalancer') draft.status = { ...draft.status, loadBalancer: {} };
      allocate(draft, live, context);
    },
    validate: validateService,
    validateUpdate: (service, live, context) => [
      ...validateStable(specOf(service), specOf(live)),
      ...metadataErrors(service, { validateName: nameIsDns1035Label }),
      ...validateService(service, context),
    ],
    warnings: (service, _live, { dialect }) => serviceWarnings(service, dialect),
    subresources: { status: { validateUpdate: validateStatus } },
  },
  columns: [
    nameColumn(),
    column(
      'Type',
      'string',
      'type determines how the Service is exposed. Defaults to ClusterIP. Valid options are ExternalName, ClusterIP, NodePort, and LoadBalancer. "ClusterIP" allocates a cluster-internal IP address for load-balancing to endpoints. Endpoints are determined by the selector or if that is not specified, by manual construction of an Endpoints object or EndpointSlice objects. If clusterIP is "None", no virtual IP is allocated and the endpoints are published as a set of endpoints rather than a virtual IP. "NodePort" builds on ClusterIP and allocates a port on every node which routes to the same endpoints as the clusterIP. "LoadBalancer" builds on NodePort and creates an external load-balancer (if supported in the current cloud) which routes to the same endpoints as the clusterIP. "ExternalName" aliases this service to the specified externalName. Several other fields do not apply to ExternalName services. More info: https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types',
      ({ spec }) => spec?.type ?? '',
    ),
    column(
      'Cluster-IP',
      'string',
      'clusterIP is the IP address of the service and is usually assigned randomly. If an address is specified manually, is in-range (as per system configuration), and is not in use, it will be allocated to the service; otherwise creation of the service will fail. This field may not be changed through updates unless the type field is also being changed to ExternalName (which requires this field to be blank) or the type field is being changed from ExternalName (in which case this field may optionally be specified, as describe above).  Valid values are "None", empty string (""), or a valid IP address. Setting this to "None" makes a "headless service" (no virtual IP), which is useful when direct endpoint connections are preferred and proxying is not required.  Only applies to types ClusterIP, NodePort, and LoadBalancer. If this field is specified when creating a Service of type ExternalName, creation will fail. This field will be wiped when updating a Service to type ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
      ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>',
    ),
    column(
      'External-IP',
      'string',
      'externalIPs is a list of IP addresses for which nodes in the cluster will also accept traffic for this service.  These IPs are not managed by Kubernetes.  The user is responsible for ensuring that traffic arrives at a node with this IP.  A common example is external load-balancers that are not part of the Kubernetes system.',
      externalText,
    ),
    column(
      'Port(s)',
      'string',
      'The list of ports that are exposed by this service. More info: https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies',
      portsText,
    ),
    ageColumn(),
    column(
      'Selector',
      'string',
      'Route service traffic to pods with label keys and values matching this selector. If empty or not present, the service is assumed to have an external process managing its endpoints, which Kubernetes will not modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. Ignored if type is ExternalName. More info: https://kubernetes.io/docs/concepts/services-networking/service/',
      ({ spec }) => labelSelectorFromPairs(spec?.selector).toString() || '<none>',
      1,
    ),
  ],
});

const STICKY_SECONDS = 10800;

/** Sets the defaults of a service (pkg/apis/core/v1/defaults.go). */
function setServiceDefaults(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') spec.sessionAffinityConfig = undefined;
  if (spec.sessionAffinity === 'ClientIP' && spec.sessionAffinityConfig?.clientIP?.timeoutSeconds == null) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: STICKY_SECONDS } };
  }
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    port.targetPort ||= port.port;
  }
  if (isOnNodes(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (needsClusterIp(spec)) spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
}
