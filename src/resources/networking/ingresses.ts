import type { Dialect } from '../../api/dialect.ts';
import { type FieldError, invalid } from '../../api/field-error.ts';
import type {
  HTTPIngressRuleValue,
  Ingress,
  IngressLoadBalancerIngress,
  IngressLoadBalancerStatus,
  IngressRule,
  IngressSpec,
  IngressTLS,
} from '../../api/kinds/networking-v1.generated.ts';
import { INGRESS_CLASS_ANNOTATION } from '../../api/kubernetes-names.ts';
import { isDns1123Subdomain, isWildcardDns1123Subdomain } from '../../api/names.ts';
import { parseIpAddress } from '../../api/values/ip-address.ts';
import { isSentEmpty } from '../../schema/sent-empties.ts';
import { goSlice } from '../go-text.ts';
import type { KindFacts } from '../kind-facts.ts';
import { checkMembers } from '../member-rules.ts';
import { resource } from '../resource-definition.ts';
import { ageColumn, column, nameColumn } from '../table-columns.ts';
import { validateIngressBackend, validateIngressPath } from './ingress-backend.ts';

const SHOWN_HOSTS = 3;

const facts = {
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  resource: 'ingresses',
  shortNames: ['ing'],
  namespaced: true,
  description: 'Routes HTTP requests from outside the cluster to services.',
  subresources: { status: {} },
  twins: ['networking.k8s.io/v1beta1', 'extensions/v1beta1'],
  types: {
    Ingress: { 'spec?': 'IngressSpec', 'status?': 'IngressStatus' },
    IngressSpec: {
      'ingressClassName?': '*string number(4)',
      'defaultBackend?': '*IngressBackend number(1)',
      'tls?': '[]IngressTLS atomic number(2)',
      'rules?': '[]IngressRule atomic number(3)',
    },
    IngressStatus: { 'loadBalancer?': 'IngressLoadBalancerStatus' },
    IngressTLS: { 'hosts?': '[]string atomic', 'secretName?': 'string' },
    IngressLoadBalancerStatus: { 'ingress?': '[]IngressLoadBalancerIngress' },
    HTTPIngressRuleValue: { paths: '[]HTTPIngressPath atomic' },
    IngressLoadBalancerIngress: {
      'ip?': 'string',
      'hostname?': 'string',
      'ports?': '[]IngressPortStatus atomic number(4)',
    },
    HTTPIngressPath: {
      'path?': 'string',
      pathType: '*string as(PathType) number(3)',
      backend: 'IngressBackend number(2)',
    },
    IngressPortStatus: { port: 'int32', protocol: 'string as(v1.Protocol)', 'error?': '*string' },
    IngressBackend: {
      'resource?': '*core.v1.TypedLocalObjectReference number(3)',
      'service?': '*IngressServiceBackend number(4)',
    },
    IngressServiceBackend: { name: 'string', 'port?': 'ServiceBackendPort' },
    ServiceBackendPort: { 'name?': 'string', 'number?': 'int32' },
  },
} satisfies KindFacts;

export const ingresses = resource<Ingress>(facts, {
  generation: ({ spec }) => spec,
  strategy: {
    validate: (object, { dialect }) => [...validateSpec(object.spec ?? {}), ...validateClass(object, dialect)],
    validateUpdate: ({ spec }) => validateSpec(spec ?? {}),
    warnings(object, live, { dialect }) {
      if (live || object.spec?.ingressClassName !== undefined) return [];
      const annotation = dialect.rename(INGRESS_CLASS_ANNOTATION);
      if (object.metadata.annotations?.[annotation] === undefined) return [];
      return [`annotation "${annotation}" is deprecated, please use 'spec.ingressClassName' instead`];
    },
    subresources: {
      status: {
        validateUpdate: ({ status }) => validateBalancer(status?.loadBalancer, 'status.loadBalancer'),
      },
    },
  },
  columns: [
    nameColumn(),
    column(
      'Class',
      'string',
      'The name of the IngressClass resource that should be used for additional configuration',
      ({ spec }) => spec?.ingressClassName ?? '<none>',
    ),
    column('Hosts', 'string', 'Hosts that incoming requests are matched against before the ingress rule', ({ spec }) =>
      hostsText(spec?.rules ?? []),
    ),
    column('Address', 'string', 'Address is a list containing ingress points for the load-balancer', ({ status }) =>
      [...new Set((status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []))]
        .sort()
        .join(','),
    ),
    column('Ports', 'string', 'Ports of TLS configurations that open', ({ spec }) =>
      spec?.tls?.length ? '80, 443' : '80',
    ),
    ageColumn(),
  ],
});

function validateSpec(spec: IngressSpec): FieldError[] {
  const errors = validateSpecMembers(spec, 'spec');
  if (spec.rules?.length || spec.defaultBackend) return errors;
  const shown = goSlice('networking.IngressRule', isSentEmpty(spec, 'rules') ? [] : spec.rules);
  return [invalid('spec', shown, 'either `defaultBackend` or `rules` must be specified'), ...errors];
}

const isHost = (host: string): string[] =>
  host.includes('*') ? isWildcardDns1123Subdomain(host) : isDns1123Subdomain(host);

const validateRule = checkMembers<IngressRule>({
  host: { ignoresEmpty: true, format: (host) => [...isNoAddress(host), ...isHost(host)] },
  http: checkMembers<HTTPIngressRuleValue>({ paths: { notEmpty: true, each: validateIngressPath } }),
});

const validateSpecMembers = checkMembers<IngressSpec>({
  defaultBackend: validateIngressBackend,
  rules: { each: validateRule },
  tls: {
    each: checkMembers<IngressTLS>({
      hosts: { each: { format: isHost } },
      secretName: { ignoresEmpty: true, format: isDns1123Subdomain },
    }),
  },
  ingressClassName: { format: isDns1123Subdomain },
});

/** Rejects a class in the deprecated annotation together with one in the field. */
function validateClass({ metadata, spec }: Ingress, dialect: Dialect): FieldError[] {
  const annotation = dialect.rename(INGRESS_CLASS_ANNOTATION);
  const value = metadata.annotations?.[annotation];
  const name = spec?.ingressClassName;
  if (value === undefined || name === undefined || value === name) return [];
  return [invalid(`annotations.${annotation}`, value, 'must match `ingressClassName` when both are specified')];
}

const validateBalancer = checkMembers<IngressLoadBalancerStatus>({
  ingress: {
    each: checkMembers<IngressLoadBalancerIngress>({
      ip: { ignoresEmpty: true, format: (ip) => (parseIpAddress(ip) ? [] : ['must be a valid IP address']) },
      hostname: { ignoresEmpty: true, format: (host) => [...isDns1123Subdomain(host), ...isNoAddress(host)] },
    }),
  },
});

function isNoAddress(host: string): string[] {
  return parseIpAddress(host) ? ['must be a DNS name, not an IP address'] : [];
}

function hostsText(rules: readonly IngressRule[]): string {
  const named = [...rules.entries()].filter(([, { host }]) => host);
  if (named.length === 0) return '*';
  const shown = named.slice(0, SHOWN_HOSTS);
  const hosts = shown.map(([, { host }]) => host).join(',');
  // Once the list is full, rules without a host also count as more.
  const isFull = shown.length === SHOWN_HOSTS && (shown.at(-1)?.[0] ?? 0) < rules.length - 1;
  return isFull ? `${hosts} + ${rules.length - SHOWN_HOSTS} more...` : hosts;
}
