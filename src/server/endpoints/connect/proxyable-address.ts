import { type IpRange, parseIpAddress, parseIpRange, rangeContains } from '../../../api/values/ip-address.ts';

/** Ranges that Go's IP.IsGlobalUnicast excludes: unspecified, broadcast, loopback, link-local and multicast addresses. */
const EXCLUDED = [
  '0.0.0.0/32',
  '255.255.255.255/32',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
]
  .map(parseIpRange)
  .filter((range): range is IpRange => range !== undefined);

export const isIpAddress = (text: string): boolean => parseIpAddress(text) !== undefined;

/** Reports whether the proxies of pods, services and nodes may connect to an address. Host names are not addresses. */
export function isProxyable(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== undefined && !EXCLUDED.some((range) => rangeContains(range, address));
}
