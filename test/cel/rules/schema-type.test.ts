import { describe, expect, it } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import type { JSONSchemaProps } from '../../../src/api/kinds/apiextensions-v1.generated.ts';
import { compileRules } from '../../../src/cel/rules/compile-rules.ts';
import { typeOfSchema } from '../../../src/cel/rules/schema-type.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';

const kubernetes = dialectNamed('kubernetes');
const ITEM = { type: 'object', properties: { a: { type: 'integer' } } };
const SCHEMA = {
  type: 'object',
  properties: {
    child: ITEM,
    list: { type: 'array', maxItems: 3, items: ITEM },
    map: { type: 'object', maxProperties: 3, additionalProperties: ITEM },
  },
};

/** Compiles one rule for a schema. */
function compiled(schema: object, rule: string) {
  const props = { ...schema, 'x-kubernetes-validations': [{ rule }] } as unknown as JSONSchemaProps;
  const structural = structuralSchema(props, kubernetes);
  const type = typeOfSchema(structural, false);
  if (!type) throw new Error('the schema has no type');
  return compileRules(structural, type)[0];
}

describe('an error', () => {
  it.each([
    ['self[0]', "'_[_]' applied to '(selfType, int)'"],
    ['self.child[0]', "'_[_]' applied to '(selfType.child, int)'"],
    ['self.list[0] + 1', "'_+_' applied to '(selfType.list.@idx, int)'"],
    ['self.map.b + 1', "'_+_' applied to '(selfType.map.@elem, int)'"],
    ['self.child == self.list[0]', "'_==_' applied to '(selfType.child, selfType.list.@idx)'"],
  ])('in %s names the type of an object by its path in the schema', (rule, error) => {
    expect(compiled(SCHEMA, rule)?.test.error).toContain(`found no matching overload for ${error}`);
  });
});

describe('the estimated cost of a rule', () => {
  it.each(['integer', 'boolean', 'string'])('that compares the type of a value is small for %s', (type) => {
    expect(compiled({ type }, 'type(self) == string')?.cost).toBeLessThan(1_000_000);
  });
});
