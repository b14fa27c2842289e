import { describe, expect, it } from 'vitest';
import {
  ipAddressText,
  ipRangeText,
  isValidCidr,
  isValidIp,
  isValidIpv6Address,
  parseIpAddress,
  parseIpRange,
  rangeContains,
  rangeSize,
} from '../../../src/api/values/ip-address.ts';

const textOf = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address && ipAddressText(address);
};

describe('an IP address', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.01', '10.0.0.1'],
    ['2001:DB8::ffff', '2001:db8::ffff'],
    ['::', '::'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['fe80::1%eth0', undefined],
    ['1.2.3', undefined],
    ['1.2.3.256', undefined],
    ['1:2:3:4:5:6:7:8::', undefined],
    ['1::2::3', undefined],
    ['', undefined],
  ])('%s', (text, expected) => expect(textOf(text)).toBe(expected));

  it("is rejected with the real server's messages", () => {
    expect(isValidIp('x')).toEqual(['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']);
    expect(isValidIpv6Address('10.0.0.1')).toEqual(['must be a valid IPv6 address']);
    expect(isValidCidr('10.0.0.0/33')).toEqual(['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']);
  });
});

describe('a CIDR range', () => {
  it('is formatted with its network address', () => {
    const range = parseIpRange('10.96.3.4/12');
    expect(range && ipRangeText(range)).toBe('10.96.0.0/12');
    expect(range && rangeSize(range)).toBe(1048576n);
  });

  it('contains the addresses of its family that have its prefix', () => {
    const [range, inside, outside, other] = [
      parseIpRange('2001:db8::/64'),
      parseIpAddress('2001:db8::1'),
      parseIpAddress('2001:db9::1'),
      parseIpAddress('10.0.0.1'),
    ];
    if (!range || !inside || !outside || !other) throw new Error('invalid address');
    expect([inside, outside, other].map((address) => rangeContains(range, address))).toEqual([true, false, false]);
  });
});
