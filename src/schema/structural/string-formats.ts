import { utf8Length } from '../../api/encoding/utf8.ts';
import { parseIpAddress } from '../../api/values/ip-address.ts';
import { isDuration } from './duration-format.ts';

const DECIMAL_BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(?:${DECIMAL_BYTE}\\.){3}${DECIMAL_BYTE}$`);
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/;
/**
 * Matches one label with at most one dash, directly after its first character, or several labels whose last one has no
 * digits.
 */
const HOSTNAME =
  /^(?:[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?|(?:[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?\.)+[a-zA-Z\p{L}]{2,63})$/u;
const COLOR_PART = '\\s*(?:0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*';
const CREDIT_CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function isDate(text: string): boolean {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const days = month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  const [, hours = '99', minutes = '99', seconds = '99'] = TIME.exec(time) ?? [];
  return isDate(date) && hours <= '23' && minutes <= '59' && seconds <= '59';
}

/** Every IP address with a dot counts as IPv4, and every one with a colon as IPv6: `::ffff:1.2.3.4` is both. */
const isIp = (text: string, separator: '.' | ':'): boolean =>
  text.includes(separator) &&
  parseIpAddress(text) !== undefined &&
  (!text.includes('.') || IPV4.test(text.slice(text.lastIndexOf(':') + 1)));

const isHostname = (text: string): boolean =>
  HOSTNAME.test(text) && utf8Length(text) <= 255 && text.split('.').every((label) => utf8Length(label) <= 63);

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...others] = text.split('/');
  const maximum = IPV4.test(address) ? 32 : isIp(address, ':') ? 128 : -1;
  return others.length === 0 && /^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= maximum;
}

/** Six, eight or twenty bytes, in pairs or groups of four digits. */
function isMac(text: string): boolean {
  const [first = ''] = /[:.-]/.exec(text) ?? [];
  const digits = first === '.' ? 4 : 2;
  const groups = first === '' ? [] : text.split(first);
  return (
    groups.every((group) => group.length === digits && /^[0-9a-f]+$/i.test(group)) &&
    [6, 8, 20].includes((groups.length * digits) / 2)
  );
}

const digitsOf = (text: string): number[] => [...text].map(Number);
const withoutSeparators = (text: string): string => text.replace(/[\s-]/g, '');

function isIsbn10(text: string): boolean {
  const digits = withoutSeparators(text);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const last = digits.endsWith('X') ? 10 : Number(digits[9]);
  return (
    (digitsOf(digits.slice(0, 9)).reduce((sum, digit, index) => sum + (index + 1) * digit, 0) + 10 * last) % 11 === 0
  );
}

function isIsbn13(text: string): boolean {
  const digits = withoutSeparators(text);
  if (!/^\d{13}$/.test(digits)) return false;
  return digitsOf(digits).reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : 3 * digit), 0) % 10 === 0;
}

/** The Luhn checksum. */
function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = digit * 2;
      return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Each dash of a UUID may be missing. */
const uuid = (version: string, variant: string) =>
  matching(new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?${variant}[0-9a-f]{3}-?[0-9a-f]{12}$`, 'i'));

/** The string formats that the real server validates, without the dashes that their names may have. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: matching(/^[0-9a-f]{24}$/i),
  byte: matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/),
  cidr: isCidr,
  creditcard: isCreditCard,
  date: isDate,
  datetime: isDateTime,
  duration: isDuration,
  email: matching(/^[^@\s]+@[^@\s]+$/),
  hexcolor: matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/),
  hostname: isHostname,
  ipv4: (text) => isIp(text, '.'),
  ipv6: (text) => isIp(text, ':'),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  mac: isMac,
  password: () => true,
  rgbcolor: matching(new RegExp(`^rgb\\(${COLOR_PART},${COLOR_PART},${COLOR_PART}\\)$`)),
  ssn: matching(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/),
  uri: matching(/^(?:[a-z][a-z0-9+.-]*:|\/)/i),
  uuid: uuid('[0-9a-f]', '[0-9a-f]'),
  uuid3: uuid('3', '[0-9a-f]'),
  uuid4: uuid('4', '[89ab]'),
  uuid5: uuid('5', '[89ab]'),
};

const ruleOf = (format: string) => FORMATS[format.replaceAll('-', '')];

/** Reports whether the real server validates a format; it ignores others. */
export const isKnownFormat = (format: string): boolean => ruleOf(format) !== undefined;

/** Reports whether a text has a format; unknown formats accept any text. */
export const isOfFormat = (text: string, format: string): boolean => ruleOf(format)?.(text) ?? true;
