import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { isOfFormat } from '../../../src/schema/structural/string-formats.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';
import { validateStructure } from '../../../src/schema/structural/structural-validation.ts';

const errorsOf = (value: unknown, props: object) =>
  validateStructure(value, structuralSchema(props as never, kubernetesDialect), 'a').map(fieldErrorText);
const ONE_OF = '<nil>: Invalid value: "": "a" must validate one and only one schema (oneOf). Found none valid';

describe('validation against a schema', () => {
  it.each<[string, unknown, object, string[]]>([
    [
      'a wrong type and the enum',
      3,
      { type: 'string', enum: ['x'] },
      [
        'a: Invalid value: "integer": a in body must be of type string: "integer"',
        'a: Unsupported value: 3: supported values: "x"',
      ],
    ],
    [
      'a null that is not allowed and the enum',
      null,
      { type: 'string', enum: ['x'] },
      [
        'a: Invalid value: "null": a in body must be of type string: "null"',
        'a: Unsupported value: "null": supported values: "x"',
      ],
    ],
    [
      'only the first violation of a text',
      'A',
      { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
      ['a: Invalid value: "A": a in body should be at least 2 chars long'],
    ],
    [
      'items before the size of their list',
      ['x'],
      { type: 'array', minItems: 2, items: { type: 'integer' } },
      [
        'a[0]: Invalid value: "string": a[0] in body must be of type integer: "string"',
        'a: Invalid value: 0: a in body should have at least 2 items',
      ],
    ],
    [
      'members before missing ones',
      { b: 1 },
      { type: 'object', required: ['c'], properties: { b: { type: 'string' }, c: { type: 'string' } } },
      ['a.b: Invalid value: "integer": a.b in body must be of type string: "integer"', 'a.c: Required value'],
    ],
    [
      'too few members before their errors',
      { b: 1 },
      { type: 'object', minProperties: 2, properties: { b: { type: 'string' } } },
      [
        'a: Invalid value: 0: a in body should have at least 2 properties',
        'a.b: Invalid value: "integer": a.b in body must be of type string: "integer"',
      ],
    ],
    [
      'too many members, but not for a negative maximum',
      { b: 1 },
      { type: 'object', maxProperties: -1 },
      ['a: Too many: 1: has too many items'],
    ],
    [
      'a missing member without a name at the path of its object',
      {},
      { type: 'object', required: [''] },
      ['a.: Required value'],
    ],
    [
      'truncated bounds of an integer',
      9,
      { type: 'number', minimum: 9.5, maximum: 9.5, exclusiveMinimum: true, exclusiveMaximum: true },
      [
        'a: Invalid value: 9: a in body should be less than 9',
        'a: Invalid value: 9: a in body should be greater than 9',
      ],
    ],
    [
      'bounds of an integer beyond 64 bits as the smallest one',
      1,
      { type: 'integer', maximum: 1e30 },
      ['a: Invalid value: 1: a in body should be less than or equal to -9223372036854775808'],
    ],
    [
      'exact bounds of a fraction',
      9.25,
      { type: 'number', minimum: 9.5 },
      ['a: Invalid value: 9.25: a in body should be greater than or equal to 9.5'],
    ],
    [
      'large numbers as doubles',
      1e20,
      { type: 'number', maximum: 1e7 },
      ['a: Invalid value: 1e+20: a in body should be less than or equal to 1e+07'],
    ],
    [
      'multipleOf of an integer that is truncated to zero',
      3,
      { type: 'integer', multipleOf: 0.5 },
      ['a: Invalid value: 0: factor MultipleOf declared for a must be positive: 0'],
    ],
    ['no error for a fraction whose integer part is in the enum', 1.5, { type: 'number', enum: [1] }, []],
    ['no error for an integer whose character is in the enum', 97, { enum: ['a'] }, []],
    [
      'the alternative that passes most checks',
      { kind: 'file', path: 5 },
      {
        type: 'object',
        properties: { kind: { type: 'string' }, path: { 'x-kubernetes-preserve-unknown-fields': true } },
        oneOf: [
          { required: ['url'] },
          { required: ['more'], properties: { kind: { enum: ['file'] }, path: { minimum: 1 } } },
        ],
      },
      [ONE_OF, 'a.more: Required value'],
    ],
    [
      'all parts, some of them valid',
      'ab',
      { type: 'string', allOf: [{ minLength: 1 }, { pattern: '^x' }] },
      [
        `a: Invalid value: "ab": a in body should match '^x'`,
        '<nil>: Invalid value: "": "a" must validate all the schemas (allOf)',
      ],
    ],
    [
      'an error once',
      'ab',
      { type: 'string', pattern: '^x', anyOf: [{ pattern: '^x' }] },
      [
        '<nil>: Invalid value: "": "a" must validate at least one schema (anyOf)',
        `a: Invalid value: "ab": a in body should match '^x'`,
      ],
    ],
    [
      'a number instead of a formatted text',
      5,
      { type: 'string', format: 'date' },
      ['a: Invalid value: "int64": a in body must be of type date: "int64"'],
    ],
    ['no error for number formats', 2 ** 40, { type: 'integer', format: 'int32' }, []],
  ])('reports %s', (_, value, props, errors) => expect(errorsOf(value, props)).toEqual(errors));

  it('reports that a pattern is invalid', () => {
    expect(errorsOf('x', { type: 'string', pattern: '(' })).toEqual([
      'a: Invalid value: "x": a in body should match \'(, but pattern is invalid: error parsing regexp: missing closing ): `(`\'',
    ]);
  });
});

describe('the root of a value', () => {
  const errorsAtRoot = (value: unknown, props: object) =>
    validateStructure(value, structuralSchema(props as never, kubernetesDialect)).map(fieldErrorText);

  it('precedes additional members with a dot in messages only', () => {
    expect(errorsAtRoot({ k: 'x' }, { type: 'object', additionalProperties: { type: 'integer' } })).toEqual([
      'k: Invalid value: "string": .k in body must be of type integer: "string"',
    ]);
  });

  it('is the path of a missing member without a name', () => {
    expect(errorsAtRoot({}, { type: 'object', required: [''] })).toEqual(['<nil>: Required value']);
  });
});

describe('a format', () => {
  it.each<[string, string[], string[]]>([
    [
      'date',
      ['2024-02-29', '2023-12-31'],
      ['2023-02-29', '2023-02-30', '2023-13-01', '2023-1-1', '2023-01-01T00:00:00Z', ''],
    ],
    [
      'date-time',
      ['2023-01-01T00:00:00Z', '2023-01-01t23:59:59.5+02:00'],
      ['2023-01-01', '2023-01-01T24:00:00Z', '2023-01-01T00:60:00Z', '2023-02-30T00:00:00Z', '2023-01-01T00:00:00'],
    ],
    ['duration', ['1h30m', '0', '-1.5s', '3 days', '2 wk'], ['', '5', 'soon', '3 years']],
    ['ipv4', ['10.0.0.1', '::ffff:10.0.0.1'], ['::1', '10.0.0', '10.0.0.256', '01.0.0.1']],
    ['ipv6', ['::1', 'fe80::1', '::ffff:10.0.0.1'], ['00:11:22:33:44:55', '10.0.0.1', '1::2::3', '::ffff:10.0.0.01']],
    [
      'hostname',
      ['a', 'a-b', 'YQ==', 'é', 'a-b-c.example', 'x.y1.com'],
      ['ab-c', '1.2.3.4', 'a.b', 'a..com', '-a', 'a_b', `${'a'.repeat(64)}.com`, ''],
    ],
    ['cidr', ['10.0.0.0/8', 'fe80::/64'], ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/08']],
    [
      'mac',
      ['00:00:5e:00:53:01', '0000.5e00.5301', '02-00-5e-10-00-00-00-01'],
      ['00:00:5e:00:53', '00-00:5e:00:53:01', ''],
    ],
    ['byte', ['YQ==', 'YWJj'], ['', 'YQ', 'Y Q=']],
    ['uuid4', ['9b2f6f5c-8f7e-4d2a-9a3b-0a1b2c3d4e5f'], ['9b2f6f5c-8f7e-1d2a-9a3b-0a1b2c3d4e5f']],
    ['uuid', ['9b2f6f5c-8f7e4d2a-9a3b0a1b2c3d4e5f'], ['9b2f6f5c--8f7e-4d2a-9a3b-0a1b2c3d4e5']],
    ['isbn', ['0-306-40615-2', '978-0-306-40615-7', '080442957X'], ['0306406153', '9780306406158']],
    ['creditcard', ['4111 1111 1111 1111'], ['4111 1111 1111 1112', '1234']],
    ['hexcolor', ['#fff', '00FF00'], ['#ffff', 'red']],
    ['rgbcolor', ['rgb(0, 128,255)'], ['rgb(0,256,0)', 'rgb(1,2)']],
    ['ssn', ['123-45-6789'], ['12-345-6789']],
    ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77']],
    ['unknown', ['anything'], []],
  ])('%s accepts %j and rejects %j', (format, good, bad) => {
    expect(good.filter((text) => !isOfFormat(text, format))).toEqual([]);
    expect(bad.filter((text) => isOfFormat(text, format))).toEqual([]);
  });
});
