import { describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { validateSchema } from '../../../src/resources/apiextensions/schema-validation.ts';
import { rememberSentEmpties } from '../../../src/schema/sent-empties.ts';

/** Returns the errors of a root schema. */
const errorsOf = (schema: object, hasStatus = false): string[] =>
  validateSchema({ type: 'object', ...schema }, 'root', dialectNamed('kubernetes'), hasStatus).map(fieldErrorText);

/** Returns the errors of a schema for `a`. */
const errorsOfProperty = (schema: object): string[] =>
  errorsOf({ properties: { a: schema } }).map((text) => text.replace('root.properties[a].', ''));

describe('the schema of a definition', () => {
  it.each([
    ['(a', 'missing closing ): `(a`'],
    ['[', 'missing closing ]: `[`'],
    ['(?=x)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<n>x)', 'invalid or unsupported Perl syntax: `(?<`'],
    ['a{2,1}', 'invalid repeat count: `{2,1}`'],
  ])('cannot have the pattern %s, which RE2 cannot compile', (pattern, problem) => {
    expect(errorsOfProperty({ type: 'string', pattern })).toEqual([
      `pattern: Invalid value: "${pattern}": must be a valid regular expression, but isn't: error parsing regexp: ${problem}`,
    ]);
  });

  it.each([
    [true, []],
    [false, ['additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive']],
    [{ type: 'string' }, ['additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive']],
  ])('with properties and additionalProperties %j has the errors %j', (additionalProperties, errors) => {
    const properties = { b: { type: 'string' } };
    expect(errorsOfProperty({ type: 'object', properties, additionalProperties })).toEqual(errors);
  });

  it('may have an empty list of items schemas, which means no items schema', () => {
    expect(errorsOfProperty({ type: 'array', items: [] })).toEqual(['items: Required value: must be specified']);
  });

  it.each(['patternProperties', 'definitions'])('may have empty %s, which mean none', (member) => {
    expect(errorsOfProperty({ type: 'object', [member]: {} })).toEqual([]);
  });

  it('cannot have empty dependencies', () => {
    expect(errorsOfProperty({ type: 'object', dependencies: {} })).toEqual([
      'dependencies: Forbidden: dependencies is not supported',
    ]);
  });

  it('is printed as a Go struct when its root has keywords that a status subresource forbids', () => {
    const [text = ''] = errorsOf(
      { not: { required: ['a'] }, enum: [null, 'x', { a: 1 }], 'x-kubernetes-map-type': 'atomic', required: ['a'] },
      true,
    );
    expect(text).toContain('root: Invalid value: apiextensions.JSONSchemaProps{ID:"", Schema:"", Ref:(*string)(nil), ');
    expect(text).toContain('Enum:[]apiextensions.JSON{apiextensions.JSON(nil), "x", map[string]interface {}{"a":1}}, ');
    expect(text).toContain('Required:[]string{"a"}, Items:(*apiextensions.JSONSchemaPropsOrArray)(nil), ');
    expect(text).toMatch(/Not:\(\*apiextensions\.JSONSchemaProps\)\(0x[0-9a-f]+\), Properties:map\[string\]api/);
    expect(text).toMatch(
      /XMapType:\(\*string\)\(0x[0-9a-f]+\), XValidations:apiextensions\.ValidationRules\(nil\)}: only/,
    );
  });

  it('is not int-or-string if an alternative has an empty list of required members', () => {
    const integer = { type: 'integer' };
    const anyOf = [integer, { type: 'string' }];
    const schema = { 'x-kubernetes-int-or-string': true, anyOf };
    expect(errorsOfProperty(schema)).toEqual([]);
    rememberSentEmpties(integer, new Set(['required']));
    expect(errorsOfProperty(schema)).toEqual([
      'anyOf[0].type: Forbidden: must be empty to be structural',
      'anyOf[1].type: Forbidden: must be empty to be structural',
    ]);
  });

  it('prints lists that were sent empty', () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    rememberSentEmpties(schema, new Set(['enum']));
    const [error = ''] = validateSchema(schema, 'root', dialectNamed('kubernetes'), true).map(fieldErrorText);
    expect(error).toContain('Enum:[]apiextensions.JSON{}, ');
  });

  it('accepts a default of any type for int-or-string', () => {
    expect(errorsOfProperty({ 'x-kubernetes-int-or-string': true, default: true })).toEqual([]);
  });

  it('names the format of a number whose default has another type', () => {
    expect(errorsOfProperty({ type: 'integer', format: 'int32', default: 1.5 })).toEqual([
      'default: Invalid value: "float64":  in body must be of type int32: "float64"',
    ]);
    expect(errorsOfProperty({ 'x-kubernetes-int-or-string': true, format: 'int32', default: 5 })).toEqual([
      'default: Invalid value: "int64":  in body must be of type int32: "int64"',
    ]);
  });

  it('is not structural and compiles no rules when x-kubernetes-preserve-unknown-fields is false', () => {
    const spec = { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.b' }] };
    expect(errorsOf({ properties: { spec }, 'x-kubernetes-preserve-unknown-fields': false })).toEqual([
      'root.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
    ]);
  });
});
