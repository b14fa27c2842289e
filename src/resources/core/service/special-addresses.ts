import { type FieldError, invalid } from '../../../api/field-error.ts';
import { type IpRange, parseIpAddress, parseIpRange, rangeContains } from '../../../api/values/ip-address.ts';

const range = (text: string): IpRange[] => {
  const parsed = parseIpRange(text);
  return parsed ? [parsed] : [];
};

const SPECIAL: readonly (readonly [ranges: readonly IpRange[], detail: string])[] = [
  [[...range('127.0.0.0/8'), ...range('::1/128')], 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [
    [...range('169.254.0.0/16'), ...range('fe80::/10')],
    'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  ],
  [
    [...range('224.0.0.0/24'), ...range('ff02::/16')],
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ],
];

/** Rejects endpoint addresses that mean something different on each machine. */
export function validateNonSpecialIp(text: string, field: string): FieldError[] {
  const address = parseIpAddress(text);
  if (!address) return [invalid(field, text, 'must be a valid IP address')];
  if (address.value === 0n) return [invalid(field, text, `may not be unspecified (${text})`)];
  return SPECIAL.filter(([ranges]) => ranges.some((special) => rangeContains(special, address))).map(([, detail]) =>
    invalid(field, text, detail),
  );
}
