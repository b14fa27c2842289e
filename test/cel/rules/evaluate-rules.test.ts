import { describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import type { JSONSchemaProps } from '../../../src/api/kinds/apiextensions-v1.generated.ts';
import { evaluateRules, ruleTree } from '../../../src/cel/rules/evaluate-rules.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';

const rules = (...written: (string | object)[]) => ({
  'x-kubernetes-validations': written.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});

/** Returns the errors of a `spec` under its schema; `before` is the stored spec. */
function judge(schema: object, spec: unknown, before?: unknown): string[] {
  const whole = { type: 'object', properties: { spec: schema } } as unknown as JSONSchemaProps;
  const tree = ruleTree(structuralSchema(whole, dialectNamed('kubernetes')), true);
  if (!tree) return [];
  return evaluateRules(tree, { spec }, before === undefined ? undefined : { spec: before }).map(fieldErrorText);
}

const integers = { a: { type: 'integer' }, b: { type: 'integer' } };

describe('validation rules of a schema', () => {
  it('accept valid values, and reject others with the rule or its message', () => {
    const schema = { type: 'object', properties: integers, ...rules('self.a <= self.b') };
    expect(judge(schema, { a: 1, b: 2 })).toEqual([]);
    expect(judge(schema, { a: 3, b: 2 })).toEqual(['spec: Invalid value: "object": failed rule: self.a <= self.b']);
  });

  it.each([
    [{ reason: 'FieldValueForbidden' }, 'spec: Forbidden: m'],
    [{ reason: 'FieldValueRequired' }, 'spec: Required value: m'],
    [{ reason: 'FieldValueDuplicate' }, 'spec: Duplicate value: "object"'],
    [{ fieldPath: '.a' }, 'spec.a: Invalid value: "object": m'],
    [
      { messageExpression: '"a is " + (self.a < 0 ? "negative" : "odd")' },
      'spec: Invalid value: "object": a is negative',
    ],
    [{ messageExpression: '"\\n"' }, 'spec: Invalid value: "object": m'],
  ])('with %j report: %s', (more, expected) => {
    const schema = { type: 'object', properties: integers, ...rules({ rule: 'self.a > 0', message: 'm', ...more }) };
    expect(judge(schema, { a: -1 })).toEqual([expected]);
  });

  it('report evaluation errors', () => {
    const schema = { type: 'object', properties: integers, ...rules('self.a > 0') };
    expect(judge(schema, {})).toEqual(['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 0']);
  });

  it('apply to every element and member, and report its path', () => {
    const positive = { type: 'integer', ...rules('self > 0') };
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: positive },
        map: { type: 'object', additionalProperties: positive },
      },
    };
    expect(judge(schema, { list: [1, 0], map: { x: 0 } })).toEqual([
      'spec.list[1]: Invalid value: "integer": failed rule: self > 0',
      'spec.map[x]: Invalid value: "integer": failed rule: self > 0',
    ]);
  });

  it('compare with the old value if one exists', () => {
    const schema = { type: 'object', properties: integers, ...rules('self.a >= oldSelf.a') };
    expect(judge(schema, { a: 1 })).toEqual([]);
    expect(judge(schema, { a: 1 }, { a: 2 })).toHaveLength(1);
  });

  it('correlate elements of a keyed list by key', () => {
    const item = {
      type: 'object',
      properties: { k: { type: 'string' }, v: { type: 'integer' } },
      ...rules('self.v >= oldSelf.v'),
    };
    const schema = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: item,
    };
    const before = [
      { k: 'x', v: 1 },
      { k: 'y', v: 5 },
    ];
    const after = [
      { k: 'y', v: 4 },
      { k: 'x', v: 1 },
      { k: 'z', v: 0 },
    ];
    expect(judge(schema, after, before)).toEqual([
      'spec[0]: Invalid value: "object": failed rule: self.v >= oldSelf.v',
    ]);
  });

  it('see values with the types of the schema', () => {
    const schema = {
      type: 'object',
      properties: {
        'odd-name': { type: 'number' },
        at: { type: 'string', format: 'date-time' },
        wait: { type: 'string', format: 'duration' },
        rest: { type: 'string', format: 'duration' },
        day: { type: 'string', format: 'date' },
        in: { 'x-kubernetes-int-or-string': true },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      },
      ...rules(
        'self.odd__dash__name == 1.0',
        'self.at < timestamp("2030-01-01T00:00:00Z")',
        'self.wait > duration("1m")',
        'self.rest == duration("50h")',
        'self.day == timestamp("2024-01-01T00:00:00Z")',
        'type(self.__in__) == string ? self.__in__ == "50%" : self.__in__ == 5',
        'self.set == ["b", "a"] && (self.set + ["a"]).size() == 2',
      ),
    };
    const spec = {
      'odd-name': 1,
      at: '2024-01-01T00:00:00Z',
      wait: '2m',
      rest: '2 days and 2hr',
      day: '2024-01-01',
      in: 5,
      set: ['a', 'b'],
    };
    expect(judge(schema, spec)).toEqual([]);
  });

  it("see only the name of the root object's metadata", () => {
    const whole = {
      type: 'object',
      ...rules({ rule: 'self.metadata.name.startsWith("f-")', message: 'the name must start with f-' }),
    } as unknown as JSONSchemaProps;
    const tree = ruleTree(structuralSchema(whole, dialectNamed('kubernetes')), true);
    const errors = tree ? evaluateRules(tree, { metadata: { name: 'x' } }, undefined) : [];
    expect(errors.map(fieldErrorText)).toEqual(['<nil>: Invalid value: "object": the name must start with f-']);
  });

  it('all stop when the cost limit is exceeded', () => {
    const costly = 'self.all(a, self.all(b, self.all(c, a + b + c != "zzz")))';
    const schema = { type: 'array', items: { type: 'string' }, ...rules(costly, 'false') };
    expect(judge(schema, Array(200).fill('a'))).toEqual([
      `spec: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: ${costly}`,
    ]);
  });

  it('are absent in most schemas', () => {
    const schema = structuralSchema({ type: 'object' } as JSONSchemaProps, dialectNamed('kubernetes'));
    expect(ruleTree(schema, true)).toBeUndefined();
  });
});
