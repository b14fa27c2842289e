import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { deepFreeze } from '../../src/api/memory/deep-freeze.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { patchObject } from '../../src/patch/patch-object.ts';
import { MERGE_PATCH, type PatchType, STRATEGIC_MERGE_PATCH } from '../../src/patch/patch-types.ts';
import { canonical } from '../../src/schema/canonical.ts';
import { decodeObject } from '../../src/schema/decoding/decode.ts';
import type { Schema, StructSchema } from '../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const kind = { group: '', version: 'v1', kind: 'Pod' };
const schema = createSchemaRegistry(kubernetesDialect).schemaOf(kind) as StructSchema;

const live = deepFreeze(
  canonical(
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'one', labels: { a: '1' }, finalizers: ['example.com/a'] },
      spec: { containers: [{ name: 'a', image: 'a:1', resources: { limits: { cpu: '1' } } }], nodeName: 'node' },
      status: {
        phase: 'Running',
        startTime: '2024-01-01T00:00:00Z',
        conditions: [{ type: 'Ready', status: 'True' }],
        podIPs: [{ ip: '10.0.0.1' }],
      },
    },
    schema,
  ),
) as ApiObject;

const ANY: Schema = { kind: 'any' };
const MERGE_KEYS = ['name', 'type', 'ip'];

const unusual = fc.constantFrom(null, '', 'x', '10', '1.5Gi', 1, -0.5, 3e9, 2 ** 53, true, [], [null], {}, { x: 1 });

/** Values of a schema, some of another type. */
function valuesOf(of: Schema, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: unusual }, { weight: 30, arbitrary: usualValuesOf(of, depth) });
}

function usualValuesOf(of: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth === 0) return fc.constant(null);
  switch (of.kind) {
    case 'any':
      return unusual;
    case 'list':
      return fc.array(valuesOf(of.items, depth - 1), { maxLength: 2 });
    case 'map':
      return fc.dictionary(fc.constantFrom('a', 'cpu', '__proto__'), valuesOf(of.values, depth - 1), { maxKeys: 2 });
    case 'struct':
      return membersOf(of, depth);
    case 'scalar':
      if (of.type === 'boolean') return fc.boolean();
      if (['int32', 'int64', 'number', 'intOrString'].includes(of.type)) return fc.constantFrom(0, 8080, -1, 3e9, 1.5);
      if (of.type === 'quantity') return fc.constantFrom('1', '100m', '1.50', ' 1', '1x', 2);
      if (of.type === 'time') return fc.constantFrom('2024-01-01T00:00:00Z', '2024-01-01T00:00:00.5+01:00', 'x');
      return fc.constantFrom('a', 'Ready', '\u00e9', '\ud800');
  }
}

const unknownMember = fc.oneof(
  { weight: 1, arbitrary: fc.constant(['unknown']) },
  { weight: 30, arbitrary: fc.constant([]) },
);

const membersOf = ({ fields }: StructSchema, depth: number): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.subarray([...fields.keys()], { maxLength: Math.min(2, fields.size) }), unknownMember)
    .chain(([names, unknown]) =>
      fc.record(
        Object.fromEntries([
          ...[...names, ...unknown].map((name) => [name, valuesOf(fields.get(name)?.schema ?? ANY, depth - 1)]),
          ...MERGE_KEYS.filter((key) => fields.has(key)).map((key) => [key, fc.constantFrom('a', 'Ready')]),
        ]),
      ),
    );

/** Patches of the parts of a pod with the most kinds of values. */
const patches = fc.oneof(
  usualValuesOf(schema, 6),
  ...['metadata', 'status', 'spec'].map((part) =>
    fc.record({ [part]: usualValuesOf(schema.fields.get(part)?.schema ?? ANY, 5) }),
  ),
);

function outcomeOf(type: PatchType, body: string): unknown {
  try {
    const { object, untouched, warnings } = patchObject({
      fieldValidation: 'Warn',
      dialect: kubernetesDialect,
      ...{ type, body, live, schema, kind },
      decode(text) {
        const decoded = decodeObject({ text, format: 'json', schema, gvk: kind, isPatched: true });
        return { object: decoded.object as unknown as ApiObject, strictErrors: decoded.strictErrors };
      },
    });
    return { text: JSON.stringify(canonical({ ...object, ...untouched }, schema)), warnings };
  } catch (error) {
    return String(error);
  }
}

test.each([
  ['strategic merge', STRATEGIC_MERGE_PATCH],
  ['merge', MERGE_PATCH],
] as const)('a %s patch has the same outcome with a leading space, which forces decoding', (_, type) => {
  fc.assert(
    fc.property(patches, (patch) => {
      const body = JSON.stringify(patch);
      expect(outcomeOf(type, body)).toEqual(outcomeOf(type, ` ${body}`));
    }),
    { numRuns: 1500 },
  );
});
