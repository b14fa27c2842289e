import { describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { validateSchema } from '../../../src/resources/apiextensions/schema-validation.ts';

const rules = (...written: (string | object)[]) => ({
  'x-kubernetes-validations': written.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});

/** Returns the errors of a schema for `spec`, without their common path. */
function errorsOf(schema: object): string[] {
  const whole = { type: 'object', properties: { spec: { type: 'object', ...schema } } };
  const errors = validateSchema(whole, 'root', dialectNamed('kubernetes'));
  return errors.map((error) => fieldErrorText(error).replace('root.properties[spec].', ''));
}

const a = { properties: { a: { type: 'integer' } } };
const texts = (more: object = {}) => ({ type: 'array', items: { type: 'string' }, ...more });

describe('the rules of a definition', () => {
  it('are valid when they compile', () => {
    expect(errorsOf({ ...a, ...rules('self.a > 0', { rule: 'self.a < 9', message: 'm', fieldPath: '.a' }) })).toEqual(
      [],
    );
  });

  it.each([
    [{ rule: ' ' }, 'rule: Required value: rule is not specified'],
    [{ rule: 'true', message: ' ' }, 'message: Invalid value: " ": message must be non-empty if specified'],
    [{ rule: 'true', message: 'a\nb' }, 'message: Invalid value: "a\\nb": message must not contain line breaks'],
    [{ rule: 'true ||\ntrue' }, 'message: Required value: message must be specified if rule contains line breaks'],
    [
      { rule: 'true', messageExpression: ' ' },
      'messageExpression: Required value: messageExpression must be non-empty if specified',
    ],
    [{ rule: 'true', fieldPath: '.zzz' }, 'fieldPath: Invalid value: ".zzz": fieldPath must be a valid path'],
    [
      { rule: 'true', reason: 'Because' },
      'reason: Unsupported value: "Because": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
    ],
  ])('are rejected: %j', (rule, error) => {
    expect(errorsOf({ ...a, ...rules(rule) })).toEqual([`x-kubernetes-validations[0].${error}`]);
  });

  it('are rejected with compilation errors', () => {
    expect(errorsOf({ ...a, ...rules('self.b > 0') })).toEqual([
      `x-kubernetes-validations[0].rule: Invalid value: apiextensions.ValidationRule{Rule:"self.b > 0", Message:"", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:""}: compilation failed: ERROR: <input>:1:5: undefined field 'b'\n | self.b > 0\n | ....^`,
    ]);
    expect(errorsOf({ ...a, ...rules('self.a + 1') })[0]).toMatch(/: cel expression must evaluate to a bool$/);
    expect(errorsOf({ ...a, ...rules({ rule: 'true', messageExpression: '1' }) })[0]).toMatch(
      /: messageExpression must evaluate to a string$/,
    );
  });

  it('have no messageExpression errors when the rule itself does not compile', () => {
    const errors = errorsOf({ ...a, ...rules({ rule: 'self.b > 0', messageExpression: '1' }) });
    expect(errors).toEqual([expect.stringContaining("undefined field 'b'")]);
  });

  it('are compiled despite errors in sibling schemas', () => {
    const properties = { odd: { type: 'integer', uniqueItems: true }, fine: { type: 'integer', ...rules('self') } };
    expect(errorsOf({ properties })).toEqual([
      expect.stringMatching(/^properties\[odd\]\.uniqueItems: Forbidden/),
      expect.stringMatching(/^properties\[fine\].*must evaluate to a bool$/),
    ]);
  });

  it('have their texts validated together with the keywords of their schema', () => {
    const properties = { inner: { type: 'integer', ...rules(' ') } };
    expect(
      errorsOf({ properties, type: 'array', items: { type: 'integer' }, 'x-kubernetes-map-type': 'atomic' }),
    ).toEqual([
      'properties[inner].x-kubernetes-validations[0].rule: Required value: rule is not specified',
      'type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
    ]);
  });

  it('are not compiled in an invalid schema', () => {
    expect(errorsOf({ properties: { a: { type: 'nonsense' } }, ...rules('self.b > 0') })).toHaveLength(1);
  });

  it('refer to the old value only where it can be correlated', () => {
    const items = { type: 'integer', ...rules('self >= oldSelf') };
    const within = 'root.properties[spec].properties[l]';
    expect(errorsOf({ properties: { l: { type: 'array', maxItems: 3, items } } })).toEqual([
      `properties[l].items.x-kubernetes-validations[0].rule: Invalid value: "self >= oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within ${within}`,
    ]);
  });

  it('have a cost limit for the largest values that the schema allows', () => {
    const nested = rules('self.l.all(x, self.l.all(y, x == y))');
    expect(errorsOf({ properties: { l: texts() }, ...nested })[0]).toMatch(
      /rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x \(try simplifying the rule/,
    );
    const bounded = texts({ maxItems: 10, items: { type: 'string', maxLength: 10 } });
    expect(errorsOf({ properties: { l: bounded }, ...nested })).toEqual([]);
  });

  it('have a cost that grows with the number of possible values', () => {
    const item = {
      type: 'object',
      properties: { s: { type: 'string', maxLength: 1000 } },
      ...rules('self.s != "x".trim()'),
    };
    const list = (maxItems: number) => ({ properties: { l: { type: 'array', maxItems, items: item } } });
    expect(errorsOf(list(100))).toEqual([]);
    expect(errorsOf(list(100_000_000))[0]).toContain('estimated rule cost exceeds budget');
  });

  it('are not compiled in or below a schema whose values expressions cannot access', () => {
    const problem =
      'x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
    const untyped = {
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { b: { type: 'string', ...rules('true') } },
    };
    expect(errorsOf({ properties: { a: { ...untyped, ...rules('true') } } })).toEqual([
      `properties[a].properties[b].${problem}`,
      `properties[a].${problem}`,
    ]);
  });

  it('are forbidden in schemas that only validate values', () => {
    expect(errorsOf({ properties: { a: { type: 'integer', anyOf: [rules('self > 0')] } } })).toEqual([
      'properties[a].anyOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
    ]);
  });
});
