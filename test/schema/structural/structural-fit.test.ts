import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyOf } from '../../../src/api/debug/changes-between.ts';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { fillDefaults } from '../../../src/schema/structural/structural-defaulting.ts';
import { fits } from '../../../src/schema/structural/structural-fit.ts';
import { prune } from '../../../src/schema/structural/structural-pruning.ts';
import { structuralSchema } from '../../../src/schema/structural/structural-schema.ts';

const SCHEMA = structuralSchema(
  {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { b: { type: 'integer', default: 1 }, c: { type: 'string', nullable: true } } },
      list: { type: 'array', items: { type: 'object', properties: { c: { type: 'string', default: 'x' } } } },
      map: { type: 'object', additionalProperties: { type: 'object', properties: { b: { type: 'integer' } } } },
      free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      resource: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { b: { type: 'string' } } },
    },
  } as never,
  kubernetesDialect,
);

const KEYS = ['a', 'b', 'c', 'list', 'map', 'free', 'resource', 'metadata', 'kind', 'other'];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, 1, 'x'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
  ),
}));

it('a value fits its schema only if pruning and defaulting do not change it', () => {
  let count = 0;
  fc.assert(
    fc.property(value, (sent) => {
      if (!fits(sent, SCHEMA, true)) return;
      count += 1;
      const copy = copyOf(sent);
      prune(copy, SCHEMA, true);
      fillDefaults(copy, SCHEMA);
      expect(copy).toEqual(sent);
    }),
    { numRuns: 2000 },
  );
  expect(count).toBeGreaterThan(100);
});

it('a pruned value with defaults fits its schema', () => {
  const object = {
    apiVersion: 'v1',
    kind: 'A',
    metadata: { name: 'a' },
    a: { b: 1, c: null },
    list: [{ c: 'y' }],
    map: { any: { b: 1 } },
    free: { any: [null, {}] },
    resource: { apiVersion: 'v1', kind: 'B', metadata: {}, b: 'x' },
  };
  expect(fits(object, SCHEMA, true)).toBe(true);
});
