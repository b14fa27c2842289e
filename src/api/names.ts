import { utf8Length } from './encoding/utf8.ts';

/**
 * Validation of names and other short texts. Each function returns the messages of the real server (apimachinery's
 * validation package); an empty list means that the value is valid.
 */

const DNS_1123_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_1123_SUBDOMAIN = `${DNS_1123_LABEL}(\\.${DNS_1123_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED_NAME})?`;
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';
const ENVIRONMENT_VARIABLE_NAME = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const CONFIG_MAP_KEY = '[-._a-zA-Z0-9]+';
const HTTP_HEADER_NAME = '[-A-Za-z0-9]+';
const PERCENT = '[0-9]+%';
const HTTP_PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;

const DNS_1123_LABEL_MAXIMUM = 63;
const DNS_1123_SUBDOMAIN_MAXIMUM = 253;

const DNS_1123_LABEL_MESSAGE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const DNS_1123_SUBDOMAIN_MESSAGE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_NAME_MESSAGE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_NAME_EXAMPLES = ['MyName', 'my.name', '123-abc'] as const;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);

const PATTERNS = {
  dns1123Label: whole(DNS_1123_LABEL),
  dns1123Subdomain: whole(DNS_1123_SUBDOMAIN),
  wildcardDns1123Subdomain: whole(`\\*\\.${DNS_1123_SUBDOMAIN}`),
  dns1035Label: whole(DNS_1035_LABEL),
  qualifiedName: whole(QUALIFIED_NAME),
  labelValue: whole(LABEL_VALUE),
  cIdentifier: whole(C_IDENTIFIER),
  environmentVariableName: whole(ENVIRONMENT_VARIABLE_NAME),
  configMapKey: whole(CONFIG_MAP_KEY),
  httpHeaderName: whole(HTTP_HEADER_NAME),
  percent: whole(PERCENT),
  httpPath: whole(HTTP_PATH),
} as const;

export const emptyMessage = (): string => 'must be non-empty';
export const maximumLengthMessage = (maximum: number): string => `must be no more than ${maximum} characters`;
export const inclusiveRangeMessage = (low: number, high: number): string =>
  `must be between ${low} and ${high}, inclusive`;

/** Returns the message for a value that does not match a pattern. */
export function patternMessage(message: string, pattern: string, ...examples: string[]): string {
  const regexp = `regex used for validation is '${pattern}')`;
  if (examples.length === 0) return `${message} (${regexp}`;
  return `${message} (e.g. ${examples.map((example) => `'${example}', `).join(' or ')}${regexp}`;
}

/** Fast path: matches names and label values that are certainly valid. */
const USUAL_NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

const when = (isWrong: boolean, message: string): string[] => (isWrong ? [message] : []);

const dns1123LabelMessage = patternMessage(DNS_1123_LABEL_MESSAGE, DNS_1123_LABEL, 'my-name', '123-abc');
const dns1123SubdomainMessage = patternMessage(DNS_1123_SUBDOMAIN_MESSAGE, DNS_1123_SUBDOMAIN, 'example.com');

export function isDns1123Label(value: string): string[] {
  const isLabel = PATTERNS.dns1123Label.test(value);
  if (isLabel && value.length <= DNS_1123_LABEL_MAXIMUM) return [];
  return [
    ...when(utf8Length(value) > DNS_1123_LABEL_MAXIMUM, maximumLengthMessage(DNS_1123_LABEL_MAXIMUM)),
    ...when(!isLabel, PATTERNS.dns1123Subdomain.test(value) ? 'must not contain dots' : dns1123LabelMessage),
  ];
}

export function isDns1123Subdomain(value: string): string[] {
  const isSubdomain = PATTERNS.dns1123Subdomain.test(value);
  if (isSubdomain && value.length <= DNS_1123_SUBDOMAIN_MAXIMUM) return [];
  return [
    ...when(utf8Length(value) > DNS_1123_SUBDOMAIN_MAXIMUM, maximumLengthMessage(DNS_1123_SUBDOMAIN_MAXIMUM)),
    ...when(!isSubdomain, dns1123SubdomainMessage),
  ];
}

export const isWildcardDns1123Subdomain = (value: string): string[] => [
  ...when(utf8Length(value) > DNS_1123_SUBDOMAIN_MAXIMUM, maximumLengthMessage(DNS_1123_SUBDOMAIN_MAXIMUM)),
  ...when(
    !PATTERNS.wildcardDns1123Subdomain.test(value),
    patternMessage(
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
      `\\*\\.${DNS_1123_SUBDOMAIN}`,
      '*.example.com',
    ),
  ),
];

export const isDns1035Label = (value: string): string[] => [
  ...when(utf8Length(value) > DNS_1123_LABEL_MAXIMUM, maximumLengthMessage(DNS_1123_LABEL_MAXIMUM)),
  ...when(
    !PATTERNS.dns1035Label.test(value),
    patternMessage(
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
      DNS_1035_LABEL,
      'my-name',
      'abc-123',
    ),
  ),
];

/** Checks a domain name of at least three labels. */
export function isFullyQualifiedName(value: string): string[] {
  if (value === '') return ['Required value'];
  const errors = isDns1123Subdomain(value);
  if (errors.length > 0) return errors;
  return when(value.split('.').length < 3, 'should be a domain with at least three segments separated by dots');
}

/** Checks a domain name of at least two labels, with an optional trailing dot. */
export function isFullyQualifiedDomainName(value: string): string[] {
  if (value === '') return [emptyMessage()];
  const name = value.endsWith('.') ? value.slice(0, -1) : value;
  const errors = isDns1123Subdomain(name);
  if (errors.length > 0) return errors;
  const labels = name.split('.');
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots'];
  return labels.flatMap(isDns1123Label);
}

/** Checks a `domain/path`, such as a signer name. */
export function isDomainPrefixedPath(value: string): string[] {
  if (value === '') return [emptyMessage()];
  const slash = value.indexOf('/');
  const host = slash < 0 ? value : value.slice(0, slash);
  const path = slash < 0 ? '' : value.slice(slash + 1);
  if (slash < 0 || host === '' || path === '') {
    return ['must be a domain-prefixed path (such as "acme.io/foo")'];
  }
  return [
    ...isDns1123Subdomain(host),
    ...when(!PATTERNS.httpPath.test(path), patternMessage('Invalid path', HTTP_PATH)),
  ];
}

/** Checks the key of a label or annotation, a finalizer or a resource name: `name` or `example.com/name`. */
export function isQualifiedName(value: string): string[] {
  if (USUAL_NAME.test(value)) return [];
  const parts = value.split('/');
  if (parts.length > 2) {
    const message = patternMessage(QUALIFIED_NAME_MESSAGE, QUALIFIED_NAME, ...QUALIFIED_NAME_EXAMPLES);
    return [`a qualified name ${message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) ?? '';
  const errors: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') errors.push(`prefix part ${emptyMessage()}`);
    else errors.push(...isDns1123Subdomain(prefix).map((message) => `prefix part ${message}`));
  }
  if (name === '') errors.push(`name part ${emptyMessage()}`);
  else if (utf8Length(name) > 63) errors.push(`name part ${maximumLengthMessage(63)}`);
  if (!PATTERNS.qualifiedName.test(name)) {
    errors.push(`name part ${patternMessage(QUALIFIED_NAME_MESSAGE, QUALIFIED_NAME, ...QUALIFIED_NAME_EXAMPLES)}`);
  }
  return errors;
}

export function isValidLabelValue(value: string): string[] {
  if (USUAL_NAME.test(value)) return [];
  return [
    ...when(utf8Length(value) > 63, maximumLengthMessage(63)),
    ...when(
      !PATTERNS.labelValue.test(value),
      patternMessage(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        LABEL_VALUE,
        'MyValue',
        'my_value',
        '12345',
      ),
    ),
  ];
}

export const isCIdentifier = (value: string): string[] =>
  when(
    !PATTERNS.cIdentifier.test(value),
    patternMessage(
      "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
      C_IDENTIFIER,
      'my_name',
      'MY_NAME',
      'MyName',
    ),
  );

/** Rejects values that would be unsafe as file names. */
const dotMessages = (value: string): string[] => {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return when(value.startsWith('..'), "must not start with '..'");
};

export const isEnvironmentVariableName = (value: string): string[] => [
  ...when(
    !PATTERNS.environmentVariableName.test(value),
    patternMessage(
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
      ENVIRONMENT_VARIABLE_NAME,
      'my.env-name',
      'MY_ENV.NAME',
      'MyEnvName1',
    ),
  ),
  ...dotMessages(value),
];

export const isConfigMapKey = (value: string): string[] => [
  ...when(utf8Length(value) > DNS_1123_SUBDOMAIN_MAXIMUM, maximumLengthMessage(DNS_1123_SUBDOMAIN_MAXIMUM)),
  ...when(
    !PATTERNS.configMapKey.test(value),
    patternMessage(
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
      CONFIG_MAP_KEY,
      'key.name',
      'KEY_NAME',
      'key-name',
    ),
  ),
  ...dotMessages(value),
];

export const isHttpHeaderName = (value: string): string[] =>
  when(
    !PATTERNS.httpHeaderName.test(value),
    patternMessage(
      "a valid HTTP header must consist of alphanumeric characters or '-'",
      HTTP_HEADER_NAME,
      'X-Header-Name',
    ),
  );

export const isValidPercent = (value: string): string[] =>
  when(
    !PATTERNS.percent.test(value),
    patternMessage("a valid percent string must be a numeric string followed by an ending '%'", PERCENT, '1%', '93%'),
  );

export const isValidPortNumber = (value: number): string[] =>
  when(value < 1 || value > 65535, inclusiveRangeMessage(1, 65535));

export const isInRange = (value: number, low: number, high: number): string[] =>
  when(value < low || value > high, inclusiveRangeMessage(low, high));

/** Checks an IANA service name. */
export function isValidPortName(value: string): string[] {
  return [
    ...when(utf8Length(value) > 15, maximumLengthMessage(15)),
    ...when(!/^[-a-z0-9]+$/.test(value), 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'),
    ...when(!/[a-z]/.test(value), 'must contain at least one letter (a-z)'),
    ...when(value.includes('--'), 'must not contain consecutive hyphens'),
    ...when(value.length > 0 && (value.startsWith('-') || value.endsWith('-')), 'must not begin or end with a hyphen'),
  ];
}

/** Checks a name that becomes one segment of a URL path. */
export function isValidPathSegmentName(value: string): string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`];
  return isValidPathSegmentPrefix(value);
}

/** Like `isValidPathSegmentName`, for a generateName. */
export const isValidPathSegmentPrefix = (value: string): string[] =>
  ['/', '%'].filter((illegal) => value.includes(illegal)).map((illegal) => `may not contain '${illegal}'`);

/** Replaces the trailing dash of a generateName, which the random suffix follows. */
export const maskTrailingDash = (value: string): string =>
  value.length > 1 && value.endsWith('-') ? `${value.slice(0, -2)}a` : value;

/** Returns a rule for names that also checks a generateName when `isPrefix` is set. */
export const asNameRule =
  (rule: (value: string) => string[]) =>
  (value: string, isPrefix: boolean): string[] =>
    rule(isPrefix ? maskTrailingDash(value) : value);

export const nameIsDnsSubdomain = asNameRule(isDns1123Subdomain);
export const nameIsDnsLabel = asNameRule(isDns1123Label);
export const nameIsDns1035Label = asNameRule(isDns1035Label);
export const nameIsPathSegment = (value: string, isPrefix: boolean): string[] =>
  isPrefix ? isValidPathSegmentPrefix(value) : isValidPathSegmentName(value);
