import { expect, test } from 'vitest';
import { ipAddressText, ipRangeText, parseIpAddress } from '../../../src/api/values/ip-address.ts';
import { apiServerAddress, isServiceAddress, parseServiceRanges } from '../../../src/api/values/service-ranges.ts';

test.each([
  ['', ['10.96.0.0/16'], '10.96.0.1'],
  ['10.0.0.5/24', ['10.0.0.0/24'], '10.0.0.1'],
  ['10.96.0.0/12,fd00::/108', ['10.96.0.0/12', 'fd00::/108'], '10.96.0.1'],
  ['fd00::/112,10.96.0.0/16', ['fd00::/112', '10.96.0.0/16'], 'fd00::1'],
])('%j defines the ranges and the address of the API server', (text, ranges, address) => {
  const parsed = parseServiceRanges(text);
  expect(parsed.map(ipRangeText)).toEqual(ranges);
  expect(ipAddressText(apiServerAddress(parsed))).toBe(address);
});

const FLAG = '--service-cluster-ip-range';
test.each([
  ['banana', 'service-cluster-ip-range[0] is not a valid cidr'],
  ['10.0.0.0/24,x', 'service-cluster-ip-range[1] is not an ip net'],
  [
    '10.0.0.0/30',
    'error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses',
  ],
  ['10.0.0.0/8', `specified ${FLAG} is too large; for 32-bit addresses, the mask must be >= 12`],
  ['10.0.0.0/24,fd00::/64', `specified ${FLAG}[1] is too large; for 128-bit addresses, the mask must be >= 108`],
  ['10.0.0.0/24,10.1.0.0/24', `${FLAG}[0] and ${FLAG}[1] must be of different IP family`],
  ['10.0.0.0/24,fd00::/112,10.1.0.0/24', `${FLAG} must not contain more than two entries`],
])('rejects %s', (text, message) => {
  expect(() => parseServiceRanges(text)).toThrow(message);
});

test.each([
  ['10.0.0.0/29', '10.0.0.0', false],
  ['10.0.0.0/29', '10.0.0.6', true],
  ['10.0.0.0/29', '10.0.0.7', false],
  ['fd00::/112', 'fd00::ffff', true],
  ['fd00::/108', 'fd00::1:0', false],
])('in %s, a service can have %s: %s', (range, address, expected) => {
  const [primary] = parseServiceRanges(range);
  const parsed = parseIpAddress(address);
  expect(primary && parsed && isServiceAddress(primary, parsed)).toBe(expected);
});
