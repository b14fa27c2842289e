import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ManagedFieldsEntry } from '../../src/api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { FieldSet } from '../../src/apply/field-set.ts';
import { decodeManagedFields, encodeManagedFields } from '../../src/apply/managers/managed-fields.ts';
import { trackUpdate, updateManagers } from '../../src/apply/track-update.ts';
import type { StructSchema } from '../../src/schema/schema.ts';
import { type ExampleValue, exampleKindSchema, exampleValue } from './example-kind.ts';

interface Step {
  readonly manager: string;
  readonly value: ExampleValue;
  readonly subresource: string;
  readonly second: number;
}

const withManagers = (managedFields: ManagedFieldsEntry[] | undefined, object: object): ApiObject =>
  ({ ...object, metadata: { name: 'one', ...(managedFields ? { managedFields } : {}) } }) as ApiObject;

/** The history of one object. */
class History {
  live: ApiObject | undefined;
  readonly #schema: StructSchema;
  readonly #other: StructSchema;

  /** @param other the schema of a second version */
  constructor(schema: StructSchema = exampleKindSchema, other = schema) {
    this.#schema = schema;
    this.#other = other;
  }

  /** Returns the managedFields after a step, and the managedFields computed without the cache. */
  take(step: Step, apiVersion = 'v1'): Record<'tracked' | 'found', ManagedFieldsEntry[] | undefined> {
    const { live } = this;
    const { manager, value, subresource, second } = step;
    const updated = withManagers(live?.metadata.managedFields, { apiVersion, kind: 'Example', ...value });
    const context = {
      apiVersion,
      subresource,
      now: `2024-01-01T00:00:0${second}Z`,
      resetFields: new FieldSet(),
      schemaOf: (version: string) => (version === 'v1' ? this.#schema : this.#other),
      convert: (object: object) => object,
    };
    const tracked = trackUpdate({ live, updated, manager, dialect: kubernetesDialect }, context);
    const managers = decodeManagedFields(live?.metadata.managedFields);
    const isTracked = !live || managers.size > 0;
    const found = isTracked
      ? encodeManagedFields(updateManagers(managers, { live, updated, manager }, context))
      : undefined;
    this.live = withManagers(tracked, updated);
    return { tracked, found };
  }
}

const step = fc.record({
  manager: fc.constantFrom('ann', 'ben'),
  value: exampleValue.map((value) => JSON.parse(JSON.stringify(value)) as ExampleValue),
  subresource: fc.constantFrom('', 'status'),
  second: fc.constantFrom(1, 2),
});

const first: Step = { manager: 'ann', value: { text: 'a' }, subresource: '', second: 1 };
const second: Step = { manager: 'ben', value: { text: 'a', map: { a: 'b' } }, subresource: 'status', second: 2 };

describe('objects changed by the same managers in the same second', () => {
  it('share their managedFields, which are frozen', () => {
    const [one, other] = [new History(), new History()];
    const created = one.take(first).tracked;
    expect(other.take({ ...first, value: { text: 'b' } }).tracked).toBe(created);
    expect(Object.isFrozen(created)).toBe(true);
    const updated = one.take(second).tracked;
    expect(updated).toHaveLength(2);
    expect(other.take({ ...second, value: { text: 'b', map: { a: 'c' } } }).tracked).toBe(updated);
  });

  it.each<[string, Step]>([
    ['another manager', { ...second, manager: 'cat' }],
    ['another subresource', { ...second, subresource: '' }],
    ['another second', { ...second, second: 3 }],
    ['other fields', { ...second, value: { text: 'a', map: { b: 'b' } } }],
  ])('do not share managedFields with %s', (_, different) => {
    const [one, other] = [new History(), new History()];
    for (const history of [one, other]) history.take(first);
    one.take(second);
    const { tracked, found } = other.take(different);
    expect(tracked).not.toEqual(one.live?.metadata.managedFields);
    expect(tracked).toEqual(found);
  });

  it('do not share managedFields when their schemas have different atomic fields', () => {
    const { map } = Object.fromEntries(exampleKindSchema.fields);
    if (map?.schema.kind !== 'map') throw new Error('not a map');
    const atomic = new Map([
      ...exampleKindSchema.fields,
      ['map', { ...map, schema: { ...map.schema, mapType: 'atomic' } }],
    ]);
    const [one, other] = [new History(), new History({ ...exampleKindSchema, fields: atomic } as StructSchema)];
    const withMap: Step = { ...first, value: { text: 'a', map: { a: 'b' } } };
    one.take(withMap);
    other.live = one.live;
    one.take({ ...second, value: { ...withMap.value, text: 'b' } });
    const { tracked, found } = other.take({ ...second, value: { ...withMap.value, text: 'b' } });
    expect(tracked).not.toEqual(one.live?.metadata.managedFields);
    expect(tracked).toEqual(found);
  });

  it('have the managedFields that each change has without the cache', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), (steps, hasVersions) => {
        for (const history of [new History(), new History()]) {
          for (const [index, each] of steps.entries()) {
            const { tracked, found } = history.take(each, hasVersions && index % 3 === 2 ? 'v2' : 'v1');
            expect(tracked).toEqual(found);
          }
        }
      }),
    );
  });
});
