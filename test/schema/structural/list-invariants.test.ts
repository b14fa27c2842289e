import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import { validateListInvariants } from '../../../src/schema/structural/list-invariants.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';

const SET = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
const KEYED = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: { type: 'object', properties: { k: { type: 'string' } } },
};

const errorsOf = (value: unknown, properties: object) =>
  validateListInvariants(value, structuralSchema({ type: 'object', properties } as never, kubernetesDialect)).map(
    fieldErrorText,
  );

describe('the lists of a custom object', () => {
  it.each([
    [SET, ['a', 'b', 'a', 'a'], ['a[2]: Duplicate value: "a"']],
    [
      KEYED,
      [{ k: 'x' }, { k: 'x' }, { k: 'x' }, {}, {}],
      ['a[1]: Duplicate value: map[string]interface {}{"k":"x"}', 'a[4]: Duplicate value: map[string]interface {}{}'],
    ],
    [KEYED, [1.5, 1.5], ['a[0]: Invalid value: 1.5: must be an object for an array of list-type map']],
    [KEYED, [null, { k: 'x' }], []],
  ])('of the schema %j with the value %j report each duplicate once: %j', (a, value, errors) => {
    expect(errorsOf({ a: value }, { a })).toEqual(errors);
  });

  it('report the map key in brackets', () => {
    expect(errorsOf({ a: { k: ['x', 'x'] } }, { a: { type: 'object', additionalProperties: SET } })).toEqual([
      'a[k][1]: Duplicate value: "x"',
    ]);
  });
});
