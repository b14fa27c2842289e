import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { validateSchema } from '../../../src/resources/apiextensions/schema-validation.ts';

const rootErrors = (schema: object, hasStatus = false): string[] =>
  validateSchema(schema as Record<string, unknown>, 'S', kubernetesDialect, hasStatus).map(fieldErrorText);
const errorsOf = (a: object): string[] =>
  rootErrors({ type: 'object', properties: { a } }).map((text) => text.replaceAll('S.properties[a]', 'A'));
const TEXT = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

describe('a structural schema', () => {
  it.each<[object, string[]]>([
    [{ type: 'array' }, ['A.items: Required value: must be specified']],
    [list({}), ['A.items.type: Required value: must not be empty for specified array items']],
    [
      object({ z: {}, b: {} }),
      [
        'A.properties[b].type: Required value: must not be empty for specified object fields',
        'A.properties[z].type: Required value: must not be empty for specified object fields',
      ],
    ],
    [
      { type: 'object', $schema: 'http://json-schema.org/schema#' },
      ['S: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
    ],
    [{ $ref: '#/x' }, ['A.$ref: Forbidden: $ref is not supported']],
    [{ type: 'array', items: [TEXT] }, ['A.items: Forbidden: items must be a schema object and not an array']],
    [
      { type: 'object', patternProperties: { x: TEXT } },
      ['A.patternProperties: Forbidden: patternProperties is not supported'],
    ],
    [
      { type: 'null' },
      [
        'A.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
        'A.type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    [
      object({ b: TEXT }, { additionalProperties: TEXT }),
      ['A.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive'],
    ],
    [
      {
        type: 'integer',
        anyOf: [{ minimum: 1, type: 'integer', nullable: true, default: 1, title: 't', description: 'd' }],
      },
      [
        'A.anyOf[0].default: Forbidden: must be undefined to be structural',
        'A.anyOf[0].description: Forbidden: must be empty to be structural',
        'A.anyOf[0].nullable: Forbidden: must be false to be structural',
        'A.anyOf[0].title: Forbidden: must be empty to be structural',
        'A.anyOf[0].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      { ...object({}), not: { additionalProperties: TEXT, 'x-kubernetes-preserve-unknown-fields': true } },
      [
        'A.not.additionalProperties: Forbidden: must be undefined to be structural',
        'A.not.x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
      ],
    ],
    [
      { ...object({ b: TEXT }), oneOf: [{ allOf: [{ properties: { b: { type: 'string' }, metadata: {} } }] }] },
      [
        'A.oneOf[0].allOf[0].properties[b].type: Forbidden: must be empty to be structural',
        'A.oneOf[0].allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
      ],
    ],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, []],
    [
      {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'a' }],
      },
      [],
    ],
    [
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      [
        'A.anyOf[0].type: Forbidden: must be empty to be structural',
        'A.anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
      [
        'A.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      object({ kind: { type: 'integer' }, metadata: { type: 'string' } }, { 'x-kubernetes-embedded-resource': true }),
      [
        'A.properties[kind].type: Invalid value: "integer": must be string',
        'A.properties[metadata].type: Invalid value: "string": must be object',
      ],
    ],
    [object({ metadata: object({ labels: object({}) }) }, { 'x-kubernetes-embedded-resource': true }), []],
    [
      list(
        { type: 'object', properties: { k: { type: 'object', nullable: true } }, nullable: true },
        {
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
        },
      ),
      [
        `A.items.properties[k].type: Invalid value: "object": must be a scalar type if parent array's x-kubernetes-list-type is map`,
        'A.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map',
        'A.items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
        'A.items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      ],
    ],
  ])('%j gets the errors %j', (a, errors) => expect(errorsOf(a)).toEqual(errors));

  it.each<[object, string[]]>([
    [{}, ['S.type: Required value: must not be empty at the root']],
    [{ type: 'array', items: TEXT }, ['S.type: Invalid value: "array": must be object at the root']],
    [object({}, { nullable: true }), ['S.nullable: Forbidden: nullable cannot be true at the root']],
    [
      { type: 'object', additionalProperties: TEXT },
      ['S.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      object(
        { a: list(TEXT) },
        { anyOf: [{ properties: { b: {}, a: { items: { pattern: 'x' } } } }], not: { items: {} } },
      ),
      [
        'S.items: Required value: because it is defined in S.not.items',
        'S.properties[b]: Required value: because it is defined in S.anyOf[0].properties[b]',
      ],
    ],
    [
      object({ metadata: object({ labels: object({}) }) }),
      [
        'S.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [object({ metadata: object({ name: { type: 'string', pattern: 'a' }, generateName: TEXT }) }), []],
    [
      object({ apiVersion: { type: 'integer' } }),
      ['S.properties[apiVersion].type: Invalid value: "integer": must be string'],
    ],
  ])('at the root %j gets the errors %j', (schema, errors) => expect(rootErrors(schema)).toEqual(errors));

  it('allows few keywords at its root when the status subresource is enabled', () => {
    expect(rootErrors(object({}, { required: ['spec'], description: 'd' }), true)).toEqual([]);
    const [error = ''] = rootErrors(object({}, { anyOf: [{ required: ['spec'] }] }), true);
    expect(error).toContain(': only [Description Type Format Title ');
    expect(error).toContain('fields are allowed at the root of the schema if the status subresource is enabled');
  });
});

describe('a default', () => {
  it.each<[object, string[]]>([
    [{ type: 'string', default: 'x' }, []],
    [
      { type: 'integer', default: 'x' },
      ['A.default: Invalid value: "string":  in body must be of type integer: "string"'],
    ],
    [
      { type: 'string', enum: ['a', 'b'], default: 'c' },
      ['A.default: Unsupported value: "c": supported values: "a", "b"'],
    ],
    [
      { type: 'integer', maximum: 3, default: 4 },
      ['A.default: Invalid value: 4:  in body should be less than or equal to 3'],
    ],
    [{ type: 'string', pattern: '^a$', default: 'b' }, [`A.default: Invalid value: "b":  in body should match '^a$'`]],
    [
      object({ b: TEXT }, { default: { b: 'x', c: 1 } }),
      ['A.default: Invalid value: map[string]interface {}{"b":"x", "c":1}: must not have unknown fields'],
    ],
    [object({ b: TEXT }, { required: ['b'], default: {} }), ['A.default.b: Required value']],
    [
      object({ b: { type: 'integer' } }, { default: { b: 'x' } }),
      ['A.default.b: Invalid value: "string": b in body must be of type integer: "string"'],
    ],
    [
      list({ type: 'integer', default: 'x' }),
      ['A.items.default: Invalid value: "string":  in body must be of type integer: "string"'],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
        default: {},
      },
      ['A.default.apiVersion: Required value: must not be empty', 'A.default.kind: Required value: must not be empty'],
    ],
  ])('in %j gets the errors %j', (a, errors) => {
    expect(errorsOf(a)).toEqual(errors);
  });

  it.each<[object, object[], string[]]>([
    [{ type: 'integer', default: 1 }, [{ rule: 'self > 0' }], []],
    [
      { type: 'integer', default: -1 },
      [{ rule: 'self > 0' }, { rule: 'self < 0' }, { rule: 'self != -1', message: 'm' }],
      ['A.default: Invalid value: "integer": failed rule: self > 0', 'A.default: Invalid value: "integer": m'],
    ],
    [
      { type: 'number', default: -1 },
      [{ rule: "'a'" }],
      ['A.default: Invalid value: "number": rule compile error: cel expression must evaluate to a bool'],
    ],
    [
      { 'x-kubernetes-int-or-string': true, default: false },
      [{ rule: "self == 'a'" }],
      [
        `A.default: Invalid value: "": invalid data, expected XIntOrString value to be either a string or integer evaluating rule: self == 'a'`,
      ],
    ],
    [{ type: 'integer', default: 1 }, [{ rule: 'self == oldSelf' }], []],
    [list({ type: 'integer', default: 1 }), [{ rule: 'false' }], []],
  ])('in %j must satisfy the rules %j and gets the errors %j', (a, rules, errors) => {
    expect(errorsOf({ ...a, 'x-kubernetes-validations': rules })).toEqual(errors);
  });

  it('must satisfy the rules of its members', () => {
    const b = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] };
    expect(errorsOf(object({ b }, { default: { b: 0 } }))).toEqual([
      'A.default.b: Invalid value: "integer": failed rule: self > 0',
    ]);
  });

  it('of a kind must result in valid metadata', () => {
    const problem = 'may have mixed case, but should otherwise match: a DNS-1035 label must';
    const [first, second] = rootErrors(object({ kind: { type: 'string', default: '::1' } }));
    expect(first).toContain(
      `S.properties[kind].default: Invalid value: "::1": must result in valid metadata: kind: Invalid value: "::1": ${problem}`,
    );
    expect(second).toBe('S.properties[kind].default: Forbidden: must not be set in top-level kind');
  });

  it('of the metadata of the object is forbidden', () => {
    expect(rootErrors(object({ metadata: object({ name: { type: 'string', default: 'x' } }) }))).toEqual([
      'S.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
    ]);
    expect(rootErrors(object({ kind: { type: 'string', default: 'x' } }))).toEqual([
      'S.properties[kind].default: Forbidden: must not be set in top-level kind',
    ]);
  });

  it('of the root requires an apiVersion and a kind', () => {
    expect(rootErrors(object({ a: TEXT }, { default: { a: 'x' } }))).toEqual([
      'S.default.apiVersion: Required value: must not be empty',
      'S.default.kind: Required value: must not be empty',
    ]);
  });
});
