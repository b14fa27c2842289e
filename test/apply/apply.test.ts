import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ManagedFieldsEntry } from '../../src/api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { StatusError } from '../../src/api/status.ts';
import { applyConfiguration } from '../../src/apply/apply.ts';
import { FieldSet } from '../../src/apply/field-set.ts';
import { managerName } from '../../src/apply/managers/manager-name.ts';
import { trackUpdate } from '../../src/apply/track-update.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const schema = createSchemaRegistry(kubernetesDialect).schemaOf({ group: '', version: 'v1', kind: 'ConfigMap' });
type Data = Record<string, string | null>;

/** A ConfigMap and the writes that changed it. */
class History {
  live: ApiObject | undefined;
  #second = 0;

  get #context() {
    this.#second++;
    return {
      live: this.live,
      apiVersion: 'v1',
      subresource: '',
      now: `2024-01-01T00:00:${String(this.#second % 60).padStart(2, '0')}Z`,
      resetFields: new FieldSet(),
      schemaOf: (apiVersion: string) => (apiVersion === 'v1' ? schema : undefined),
      convert: (object: object) => object,
      dialect: kubernetesDialect,
    };
  }

  apply(
    manager: string,
    data: Data | undefined,
    { force = false, metadata = {} as ApiObject['metadata'] } = {},
  ): ApiObject {
    const applied = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'one', ...metadata },
      ...(data ? { data } : {}),
    };
    const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
    const { object, managedFields } = applyConfiguration({ ...this.#context, applied, kind, manager, force });
    return this.#keep(object as unknown as ApiObject, managedFields);
  }

  update(manager: string, data: Data, metadata: ApiObject['metadata'] = {}): ApiObject {
    const updated = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', ...metadata }, data } as ApiObject;
    return this.#keep(updated, trackUpdate({ ...this.#context, updated, manager }, this.#context));
  }

  #keep(object: ApiObject, managedFields: ManagedFieldsEntry[] | undefined): ApiObject {
    this.live = { ...object, metadata: { ...object.metadata, uid: 'u', managedFields } };
    return this.live;
  }

  get data(): Data {
    return (this.live as { data?: Data } | undefined)?.data ?? {};
  }

  /** `manager operation time? keys` of each entry. */
  get owners(): string[] {
    return (this.live?.metadata.managedFields ?? []).map(({ manager, operation, time, fieldsV1 }) => {
      const keys = Object.keys((fieldsV1?.['f:data'] ?? {}) as object).map((key) => key.replace(/^f:/, ''));
      return [manager, operation, ...(time ? [] : ['timeless']), keys.join('')].join(' ');
    });
  }
}

const failure = (run: () => unknown): StatusError['status'] => {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return error.status;
    throw error;
  }
  throw new Error('expected an error');
};

describe('server-side apply', () => {
  it('owns the fields that it applies and deletes the fields that it no longer applies', () => {
    const map = new History();
    map.apply('ann', { a: '1', b: '2' });
    expect(map.owners).toEqual(['ann Apply ab']);
    map.apply('ann', { a: '1' });
    expect(map.data).toEqual({ a: '1' });
    expect(map.owners).toEqual(['ann Apply a']);
  });

  it('keeps the live order of a list when only the order differs', () => {
    const history = new History();
    const finalizers = (...names: string[]) => ({
      metadata: { finalizers: names.map((name) => `example.com/${name}`) },
    });
    history.apply('ann', undefined, finalizers('a', 'b', 'c'));
    const reordered = history.apply('ann', undefined, finalizers('c', 'a', 'b'));
    expect(reordered.metadata.finalizers).toEqual(['example.com/a', 'example.com/b', 'example.com/c']);
    const extended = history.apply('ben', undefined, finalizers('c', 'x', 'a'));
    expect(extended.metadata.finalizers).toEqual(['example.com/b', 'example.com/c', 'example.com/x', 'example.com/a']);
  });

  it('keeps the fields of other owners', () => {
    const map = new History();
    map.apply('ann', { a: '1', b: '2' });
    map.update('upd', { a: '1', b: '3' });
    map.apply('ann', { a: '1' });
    expect(map.data).toEqual({ a: '1', b: '3' });
    expect(map.owners).toEqual(['ann Apply a', 'upd Update b']);
  });

  it('shares ownership of equal values, and deletes a field when its last owner drops it', () => {
    const map = new History();
    map.apply('ann', { a: '1' });
    map.apply('ben', { a: '1' });
    expect(map.owners).toEqual(['ben Apply timeless a', 'ann Apply a']);
    expect(failure(() => map.apply('ann', { a: '2' })).message).toBe(
      'Apply failed with 1 conflict: conflict with "ben": .data.a',
    );
    map.apply('ann', {});
    expect(map.data).toEqual({ a: '1' });
    map.apply('ben', {});
    expect(map.data).toEqual({});
  });

  it('rejects conflicts with one cause each, and takes the fields when forced', () => {
    const map = new History();
    map.update('upd', { a: '1', b: '1' });
    const status = failure(() => map.apply('ann', { a: '2', b: '2' }));
    expect(status).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 2 conflicts: conflicts with "upd" using v1:\n- .data.a\n- .data.b',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "upd" using v1', field: '.data.a' },
          { reason: 'FieldManagerConflict', message: 'conflict with "upd" using v1', field: '.data.b' },
        ],
      },
    });
    map.apply('ann', { a: '2' }, { force: true });
    expect(map.data).toEqual({ a: '2', b: '1' });
    expect(map.owners).toEqual(['ann Apply a', 'upd Update .b']);
  });

  it('assigns existing fields to before-first-apply', () => {
    const map = new History();
    map.update('upd', { a: '1', b: '2' });
    map.update('upd', { a: '1', b: '2' }, { managedFields: [{}] });
    map.apply('ann', { a: '1', c: '3' });
    expect(map.owners).toEqual(['ann Apply ac', 'before-first-apply Update .ab']);
  });

  it('rejects an object without managers whose lists have duplicate elements', () => {
    const map = new History();
    map.update('upd', { a: '1' }, { finalizers: ['a/b', 'a/b'], managedFields: [{}] });
    expect(failure(() => map.apply('ann', { a: '2' }, { force: true }))).toMatchObject({
      code: 500,
      message:
        'failed to create manager for existing fields: failed to convert new object (/one; /v1, Kind=ConfigMap) to smd typed: .metadata.finalizers: duplicate entries for key [="a/b"]',
    });
  });

  it('allows kubectl to change the fields in its annotation, and updates the annotation', () => {
    const name = 'kubectl.kubernetes.io/last-applied-configuration';
    const last = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { a: '1' } });
    const map = new History();
    map.update('kubectl-client-side-apply', { a: '1', b: '1' }, { annotations: { [name]: last } });
    expect(failure(() => map.apply('kubectl', { a: '2', b: '2' })).message).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.b',
    );
    expect(failure(() => map.apply('ann', { a: '2' })).code).toBe(409);
    const { metadata } = map.apply('kubectl', { a: '2' });
    expect(metadata.annotations?.[name]).toBe(
      '{"apiVersion":"v1","data":{"a":"2"},"kind":"ConfigMap","metadata":{"name":"one"}}\n',
    );
  });

  it('rejects other kinds, managedFields and invalid values', () => {
    const map = new History();
    expect(failure(() => map.apply('ann', {}, { metadata: { managedFields: [] } }))).toMatchObject({
      code: 400,
      message: 'metadata.managedFields must be nil',
    });
    const wrong = { a: 1 } as unknown as Data;
    expect(failure(() => map.apply('ann', wrong))).toMatchObject({
      code: 500,
      message:
        'failed to create typed patch object (/one; /v1, Kind=ConfigMap): .data.a: expected string, got &value.valueUnstructured{Value:1}',
    });
  });

  it('tracks owners like a simple model', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const data = fc.dictionary(key, fc.constantFrom('1', '2'));
    const step = fc.record({
      verb: fc.constantFrom('apply', 'force', 'update'),
      manager: fc.constantFrom('ann', 'ben', 'cat'),
      data,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        // This owner stays because objects without owners are not tracked.
        const map = new History();
        map.apply('zed', { z: '1' });
        let values: Record<string, string> = {};
        let owners: Record<string, Set<string>> = {};
        for (const { verb, manager, data } of steps) {
          const id = `${manager} ${verb === 'update' ? 'Update' : 'Apply'}`;
          const changed = Object.keys(data).filter((name) => values[name] !== data[name]);
          const others = (name: string) =>
            Object.entries(owners).some(([other, held]) => other !== id && held.has(name));
          if (verb === 'apply' && changed.some(others)) {
            expect(failure(() => map.apply(manager, data)).code).toBe(409);
            continue;
          }
          if (verb === 'update') map.update(manager, { ...data, z: '1' });
          else map.apply(manager, data, { force: verb === 'force' });
          const isGone = (name: string) =>
            !(name in data) && (verb === 'update' || (Boolean(owners[id]?.has(name)) && !others(name)));
          const gone = Object.keys(values).filter(isGone);
          values = Object.fromEntries(Object.entries({ ...values, ...data }).filter(([name]) => !gone.includes(name)));
          const kept = Object.entries(owners).map(([other, held]): [string, Set<string>] => {
            const isLost = (name: string) => gone.includes(name) || (other !== id && changed.includes(name));
            return [other, new Set([...held].filter((name) => !isLost(name)))];
          });
          owners = Object.fromEntries(kept);
          owners[id] = verb === 'update' ? new Set([...(owners[id] ?? []), ...changed]) : new Set(Object.keys(data));
          expect(map.data).toEqual({ ...values, z: '1' });
          for (const entry of ['ann', 'ben', 'cat'].flatMap((name) => [`${name} Apply`, `${name} Update`])) {
            const found = map.owners.find((text) => text.startsWith(entry))?.replace(' timeless', '');
            const held = found?.slice(entry.length + 1).replace('.', '') ?? '';
            expect(`${entry} ${held}`).toBe(`${entry} ${[...(owners[entry] ?? [])].sort().join('')}`);
          }
        }
      }),
    );
  });
});

describe('the name of a manager', () => {
  it.each([
    ['tool', 'agent/1', 'tool'],
    ['', 'kubectl/v1.28.3 (linux/amd64)', 'kubectl'],
    ['', 'curl', 'curl'],
    ['', '/1.2', 'unknown'],
    ['', undefined, 'unknown'],
    ['', `${'x'.repeat(200)}/1`, 'x'.repeat(128)],
  ])('for fieldManager %j and User-Agent %j is %j', (fieldManager, userAgent, name) => {
    expect(managerName(fieldManager, userAgent)).toBe(name);
  });
});
