import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ManagedFieldsEntry } from '../../src/api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { StatusError } from '../../src/api/status.ts';
import { applyConfiguration } from '../../src/apply/apply.ts';
import { fieldPathText } from '../../src/apply/field-path.ts';
import { FieldSet } from '../../src/apply/field-set.ts';
import { trackUpdate } from '../../src/apply/track-update.ts';
import { type ExampleValue, exampleKindSchema, exampleValue } from './example-kind.ts';

/**
 * Reference model: an object is a set of leaves, each with a value and owners. `keyed[a]` represents the presence of an
 * element, whose name and value are leaves below it.
 */
type Leaves = Map<string, string>;

function leavesOf({ text, map, whole, set, keyed, plain }: ExampleValue): Leaves {
  const leaves: Leaves = new Map();
  if (text !== undefined) leaves.set('.text', text);
  for (const [key, value] of Object.entries(map ?? {})) leaves.set(`.map.${key}`, value);
  if (whole) leaves.set('.whole', JSON.stringify(Object.entries(whole).sort()));
  for (const item of set ?? []) leaves.set(`.set[="${item}"]`, '');
  for (const { name, value } of keyed ?? []) {
    leaves.set(`.keyed[name="${name}"]`, '');
    leaves.set(`.keyed[name="${name}"].name`, name);
    if (value !== undefined) leaves.set(`.keyed[name="${name}"].value`, value);
  }
  if (plain) leaves.set('.plain', JSON.stringify(plain));
  return leaves;
}

/** Fields that exist while they are not empty. */
const CONTAINERS = ['.map', '.set', '.keyed'];
const containersIn = (leaves: Leaves): string[] =>
  CONTAINERS.filter((container) => [...leaves.keys()].some((path) => path.startsWith(container)));

class Model {
  leaves: Leaves = new Map();
  readonly owned = new Map<string, Set<string>>();

  #of(id: string): Set<string> {
    const owned = this.owned.get(id) ?? new Set();
    this.owned.set(id, owned);
    return owned;
  }

  #othersOwn(id: string, path: string): boolean {
    return [...this.owned].some(([other, paths]) => other !== id && paths.has(path));
  }

  /** The changed leaves and the new containers. */
  #changedBy(next: Leaves): string[] {
    const present = containersIn(this.leaves);
    return [
      ...containersIn(next).filter((container) => !present.includes(container)),
      ...[...next].filter(([path, text]) => this.leaves.get(path) !== text).map(([path]) => path),
    ];
  }

  #remove(path: string): void {
    for (const leaf of [...this.leaves.keys()].filter((leaf) => leaf === path || leaf.startsWith(`${path}.`))) {
      this.leaves.delete(leaf);
      for (const paths of this.owned.values()) paths.delete(leaf);
    }
    for (const paths of this.owned.values()) paths.delete(path);
  }

  #takeFromOthers(id: string, changed: readonly string[]): void {
    for (const [other, paths] of this.owned) if (other !== id) for (const path of changed) paths.delete(path);
  }

  /**
   * Returns the conflicting paths. Without conflicts, or with force, the object changes. The owner of a container keeps
   * it when its last leaf is released.
   */
  apply(id: string, next: Leaves, force: boolean): string[] {
    const changed = this.#changedBy(next);
    const conflicts = [...this.owned].flatMap(([other, paths]) =>
      other === id ? [] : changed.filter((path) => paths.has(path)),
    );
    if (conflicts.length > 0 && !force) return conflicts.sort();
    this.#takeFromOthers(id, changed);
    for (const [path, text] of next) this.leaves.set(path, text);
    const dropped = [...this.#of(id)].filter((path) => !next.has(path) && !this.#othersOwn(id, path));
    for (const path of dropped) this.#remove(path);
    this.owned.set(id, new Set(next.keys()));
    return [];
  }

  update(id: string, next: Leaves): void {
    const changed = this.#changedBy(next);
    this.#takeFromOthers(id, changed);
    const gone = containersIn(this.leaves).filter((container) => !containersIn(next).includes(container));
    for (const path of [...gone, ...this.leaves.keys()]) if (!next.has(path)) this.#remove(path);
    this.leaves = new Map(next);
    for (const path of changed) this.#of(id).add(path);
  }
}

/** Performs the same operations with the real implementation. */
class History {
  live: ApiObject = { apiVersion: 'v1', kind: 'Example', metadata: { name: 'one' } };
  #second = 0;

  #context() {
    this.#second++;
    return {
      live: this.live,
      apiVersion: 'v1',
      subresource: '',
      now: `2024-01-01T00:00:${String(this.#second).padStart(2, '0')}Z`,
      resetFields: new FieldSet(),
      schemaOf: () => exampleKindSchema,
      convert: (object: object) => object,
      dialect: kubernetesDialect,
    };
  }

  get value(): ExampleValue {
    const {
      apiVersion: _apiVersion,
      kind: _kind,
      metadata: _metadata,
      ...value
    } = this.live as ApiObject & ExampleValue;
    return value;
  }

  apply(manager: string, value: ExampleValue, force: boolean): string[] {
    const applied = { apiVersion: 'v1', kind: 'Example', metadata: { name: 'one' }, ...value };
    const kind = { group: '', version: 'v1', kind: 'Example' };
    try {
      const { object, managedFields } = applyConfiguration({ ...this.#context(), applied, kind, manager, force });
      this.#keep(object as unknown as ApiObject, managedFields);
      return [];
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 409) throw error;
      return (error.status.details?.causes ?? []).map(({ field = '' }) => field).sort();
    }
  }

  update(manager: string, value: ExampleValue): void {
    const updated = {
      ...this.live,
      text: undefined,
      map: undefined,
      whole: undefined,
      set: undefined,
      keyed: undefined,
      plain: undefined,
      ...value,
    };
    const plain = JSON.parse(JSON.stringify(updated)) as ApiObject;
    const context = this.#context();
    this.#keep(plain, trackUpdate({ ...context, updated: plain, manager }, context));
  }

  /** Stores the object like the server: containers emptied by a removal are absent. */
  #keep(object: ApiObject, managedFields: ManagedFieldsEntry[] | undefined): void {
    const present = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
    this.live = { ...present, metadata: { ...object.metadata, managedFields } } as ApiObject;
  }

  /** Returns the paths of an entry. */
  owned(id: string): string[] {
    const entry = (this.live.metadata.managedFields ?? []).find(
      ({ manager, operation }) => `${manager} ${operation}` === id,
    );
    return [...FieldSet.fromFieldsV1(entry?.fieldsV1 ?? {}).paths()].map(fieldPathText).sort();
  }
}

const step = fc.record({
  verb: fc.constantFrom('apply', 'apply', 'force', 'update'),
  manager: fc.constantFrom('ann', 'ben', 'cat'),
  // Empty containers have their own owners; here they are absent.
  value: exampleValue
    .map((value) => ({
      ...value,
      ...(Object.keys(value.map ?? {}).length === 0 ? { map: undefined } : {}),
      ...(value.set?.length === 0 ? { set: undefined } : {}),
      ...(value.keyed?.length === 0 ? { keyed: undefined } : {}),
    }))
    .map((value) => JSON.parse(JSON.stringify(value)) as ExampleValue),
});

test('objects, owners and conflicts match a simple model for any sequence of applies, forced applies and updates', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
      const model = new Model();
      const history = new History();
      // This manager stays because objects without owners are not tracked.
      const first = { text: 'a' } as const;
      model.apply('zed Apply', leavesOf(first), false);
      history.apply('zed', first, false);
      for (const { verb, manager, value } of steps) {
        if (verb === 'update') {
          model.update(`${manager} Update`, leavesOf(value));
          history.update(manager, value);
        } else {
          const expected = model.apply(`${manager} Apply`, leavesOf(value), verb === 'force');
          expect(history.apply(manager, value, verb === 'force')).toEqual(expected);
        }
        if (![...model.owned.values()].some((paths) => paths.size > 0)) return;
        expect(new Map([...leavesOf(history.value)].sort())).toEqual(new Map([...model.leaves].sort()));
        for (const [id, paths] of model.owned) expect([id, history.owned(id)]).toEqual([id, [...paths].sort()]);
      }
    }),
    { numRuns: 200 },
  );
});
