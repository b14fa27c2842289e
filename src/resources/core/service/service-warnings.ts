import type { Dialect } from '../../../api/dialect.ts';
import type { Service } from '../../../api/kinds/core-v1.generated.ts';
import { ipAddressText, parseIpAddress } from '../../../api/values/ip-address.ts';
import { isHeadless, specOf } from './service-kinds.ts';
import { TOPOLOGY_HINTS, TOPOLOGY_MODE } from './service-validation.ts';

const FUTURE = 'was accepted, but will be invalid in a future Kubernetes release:';

const leadingZeroText = (text: string): string | undefined =>
  /^[0-9.]+$/.test(text) && text.split('.').some((octet) => octet.length > 1 && octet.startsWith('0'))
    ? `ParseAddr("${text}"): IPv4 field has octet with leading zero`
    : undefined;

const canonicalText = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address?.version === 6 ? ipAddressText(address) : undefined;
};

/** Returns warnings about addresses that later releases will reject or write differently. */
export function addressWarnings(text: string, field: string): string[] {
  const zeros = leadingZeroText(text);
  if (zeros) return [`${field}: IP address ${FUTURE} ${zeros}`];
  const canonical = canonicalText(text);
  return canonical === undefined || canonical === text
    ? []
    : [
        `${field}: IPv6 address "${text}" is not in RFC 5952 canonical format ("${canonical}"), which may cause controller apply-loops`,
      ];
}

function rangeWarnings(text: string, field: string): string[] {
  const [address = '', prefix] = text.split('/');
  const zeros = leadingZeroText(address);
  if (zeros) return [`${field}: IP prefix ${FUTURE} netip.ParsePrefix("${text}"): ${zeros}`];
  const canonical = canonicalText(address);
  return canonical === undefined || canonical === address
    ? []
    : [
        `${field}: IPv6 prefix "${text}" is not in RFC 5952 canonical format ("${canonical}/${prefix}"), which may cause controller apply-loops`,
      ];
}

/** Returns warnings about a service: fields that its type ignores, and deprecated address formats. */
export function serviceWarnings(service: Service, dialect: Dialect): string[] {
  const spec = specOf(service);
  const [hints, mode] = [dialect.rename(TOPOLOGY_HINTS), dialect.rename(TOPOLOGY_MODE)];
  const { annotations = {} } = service.metadata;
  return [
    ...(Object.hasOwn(annotations, hints) ? [`annotation ${hints} is deprecated, please use ${mode} instead`] : []),
    ...(isHeadless(spec)
      ? []
      : (spec.clusterIPs ?? []).flatMap((address, index) => addressWarnings(address, `spec.clusterIPs[${index}]`))),
    ...(spec.externalIPs ?? []).flatMap((address, index) => addressWarnings(address, `spec.externalIPs[${index}]`)),
    ...(spec.loadBalancerIP ? addressWarnings(spec.loadBalancerIP, 'spec.loadBalancerIP') : []),
    ...(spec.loadBalancerSourceRanges ?? []).flatMap((range, index) =>
      rangeWarnings(range, `spec.loadBalancerSourceRanges[${index}]`),
    ),
    ...(spec.type === 'ExternalName' && spec.externalIPs?.length
      ? ['spec.externalIPs is ignored when spec.type is "ExternalName"']
      : []),
    ...(spec.type !== 'ExternalName' && spec.externalName
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
}
