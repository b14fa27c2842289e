import { describe, expect, it } from 'vitest';
import {
  isCIdentifier,
  isConfigMapKey,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isDomainPrefixedPath,
  isEnvironmentVariableName,
  isQualifiedName,
  isValidLabelValue,
  isValidPathSegmentName,
  isValidPercent,
  isValidPortName,
  isValidPortNumber,
  isWildcardDns1123Subdomain,
  nameIsDnsSubdomain,
} from '../../src/api/names.ts';

describe('name validation', () => {
  it.each([
    [isDns1123Label, 'my-name'],
    [isDns1123Subdomain, 'a.b-c.d1'],
    [isWildcardDns1123Subdomain, '*.example.com'],
    [isDns1035Label, 'abc-123'],
    [isQualifiedName, 'example.com/My_Name.1'],
    [isValidLabelValue, ''],
    [isCIdentifier, '_a1'],
    [isEnvironmentVariableName, 'my.env-NAME'],
    [isConfigMapKey, 'key.name_1-x'],
    [isValidPercent, '93%'],
    [isValidPortName, 'http-2'],
    [isValidPathSegmentName, 'system:node'],
    [isDomainPrefixedPath, 'example.com/signer/x'],
  ])('%o accepts %s', (rule, value) => expect(rule(value)).toEqual([]));

  it.each([
    [isDns1123Label, 'My-name'],
    [isDns1123Subdomain, 'a..b'],
    [isWildcardDns1123Subdomain, 'example.com'],
    [isDns1035Label, '1abc'],
    [isQualifiedName, 'a/b/c'],
    [isValidLabelValue, '-a'],
    [isCIdentifier, '1a'],
    [isEnvironmentVariableName, '1a'],
    [isConfigMapKey, '..'],
    [isValidPercent, '5'],
    [isValidPortName, '80'],
    [isValidPathSegmentName, '..'],
    [isDomainPrefixedPath, 'example.com'],
  ])('%o rejects %s', (rule, value) => expect(rule(value)).toHaveLength(1));

  it('returns the messages of the real server', () => {
    expect(isDns1123Label('A')).toEqual([
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    ]);
    expect(isQualifiedName(`UP_/${'a'.repeat(64)}`)).toEqual([
      "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      'name part must be no more than 63 characters',
    ]);
    expect(isValidPortNumber(0)).toEqual(['must be between 1 and 65535, inclusive']);
    expect(isValidPortName('-a--b')).toEqual([
      'must not contain consecutive hyphens',
      'must not begin or end with a hyphen',
    ]);
    expect(isValidPathSegmentName('a/b%c')).toEqual(["may not contain '/'", "may not contain '%'"]);
  });

  it('reports a length error and a pattern error for an empty name', () => {
    expect(isQualifiedName('')).toEqual([
      'name part must be non-empty',
      expect.stringMatching(/^name part must consist/),
    ]);
  });

  it('checks a generateName as if it had a random suffix', () => {
    expect(nameIsDnsSubdomain('web-', true)).toEqual([]);
    expect(nameIsDnsSubdomain('web-', false)).toHaveLength(1);
  });
});
