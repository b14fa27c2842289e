import { describe, expect, it } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../src/api/dialect.ts';
import type { ManagedFieldsEntry } from '../../src/api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { FieldSet } from '../../src/apply/field-set.ts';
import { decodeManagedFields, encodeManagedFields } from '../../src/apply/managers/managed-fields.ts';
import type { WriteContext } from '../../src/apply/ownership.ts';
import { trackUpdate, type Update, unchangedManagedFields } from '../../src/apply/track-update.ts';
import { canonical } from '../../src/schema/canonical.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const schemas = createSchemaRegistry(kubernetesDialect);
const kinds = {
  v1: schemas.schemaOf({ group: '', version: 'v1', kind: 'ConfigMap' }),
  'apps/v1': schemas.schemaOf({ group: 'apps', version: 'v1', kind: 'Deployment' }),
};

const configMap = (data: Record<string, string>, metadata: ApiObject['metadata'] = {}): ApiObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', ...metadata }, data }) as ApiObject;

/** Returns a function that performs the next write and returns the managedFields. */
function history(dialect = kubernetesDialect) {
  let live: ApiObject | undefined;
  let second = 0;
  return (
    manager: string,
    updated: ApiObject,
    more: Partial<Update & WriteContext> = {},
  ): ManagedFieldsEntry[] | undefined => {
    second++;
    const update: Update & WriteContext = {
      live,
      updated,
      manager,
      apiVersion: updated.apiVersion,
      subresource: '',
      now: `2024-01-01T00:00:${String(second).padStart(2, '0')}Z`,
      resetFields: new FieldSet(),
      schemaOf: (apiVersion) => (apiVersion in kinds ? kinds[apiVersion as keyof typeof kinds] : undefined),
      convert: (object) => object,
      dialect,
      ...more,
    };
    const managedFields = trackUpdate(update, update);
    live = { ...updated, metadata: { ...updated.metadata, uid: 'u', managedFields } };
    return managedFields;
  };
}

const owners = (entries: ManagedFieldsEntry[] | undefined) =>
  Object.fromEntries((entries ?? []).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));

describe('tracking of non-apply writes', () => {
  it('assigns every field of a new object to its creator, including new maps', () => {
    expect(history()('ann', configMap({ a: '1' }, { labels: { x: 'y' } }))).toEqual([
      {
        manager: 'ann',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2024-01-01T00:00:01Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:a': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:x': {} } } },
      },
    ]);
  });

  it('lists only changed fields of structs that always exist', () => {
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: { app: 'web' } },
        strategy: {},
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort: 80, protocol: 'TCP' }] }] },
        },
      },
    };
    const schema = kinds['apps/v1'];
    if (!schema) throw new Error('no schema');
    const entries = history()('ann', canonical(deployment, schema) as ApiObject, {
      resetFields: FieldSet.of(['f:status']),
    });
    expect(owners(entries)).toEqual({
      ann: {
        'f:spec': {
          'f:selector': {},
          'f:template': {
            'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
            'f:spec': {
              'f:containers': {
                'k:{"name":"web"}': {
                  '.': {},
                  'f:image': {},
                  'f:name': {},
                  'f:ports': {
                    '.': {},
                    'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                  },
                  'f:resources': {},
                },
              },
            },
          },
        },
      },
    });
  });

  it("moves a changed field to its writer and keeps the previous owner's time", () => {
    const write = history();
    write('ann', configMap({ a: '1', b: '1' }));
    const entries = write('ben', configMap({ a: '1', b: '2' }));
    expect(owners(entries)).toEqual({ ann: { 'f:data': { '.': {}, 'f:a': {} } }, ben: { 'f:data': { 'f:b': {} } } });
    expect(entries?.map(({ time }) => time)).toEqual(['2024-01-01T00:00:01Z', '2024-01-01T00:00:02Z']);
  });

  it('removes deleted fields from all managers, and entries without fields', () => {
    const write = history();
    write('ann', configMap({ a: '1' }));
    write('ben', configMap({ a: '1', b: '2' }));
    expect(owners(write('ann', configMap({ a: '1' })))).toEqual({ ann: { 'f:data': { '.': {}, 'f:a': {} } } });
    expect(write('cat', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' } })).toBeUndefined();
  });

  it('reuses the frozen entry of a manager while its content is the same', () => {
    const write = history();
    const [first] = write('ann', configMap({ a: '1' })) ?? [];
    expect(Object.isFrozen(first)).toBe(true);
    const second = write('bob', configMap({ a: '1', b: '1' }));
    expect(second?.[0]).toBe(first);
    const again = write('bob', configMap({ a: '1', b: '2' }), { now: '2024-01-01T00:00:02Z' });
    expect(again?.[0]).toBe(first);
    expect(again?.[1]).toBe(second?.[1]);
    const later = write('bob', configMap({ a: '1', b: '3' }));
    expect(later?.[1]).toEqual({ ...second?.[1], time: '2024-01-01T00:00:04Z' });
  });

  it('writes a new entry when an entry is not frozen or its fields have another order', () => {
    const [entry] = history()('ann', configMap({ a: '1', b: '1' })) ?? [];
    const sent = Object.freeze({ ...entry, fieldsV1: { 'f:data': { 'f:b': {}, 'f:a': {}, '.': {} } } });
    for (const known of [{ ...entry }, sent] as ManagedFieldsEntry[]) {
      const [written] = encodeManagedFields(decodeManagedFields([known])) ?? [];
      expect(written).not.toBe(known);
      expect(JSON.stringify(written)).toBe(JSON.stringify(entry));
    }
  });

  it('ignores a write without changes', () => {
    const write = history();
    const before = write('ann', configMap({ a: '1' }));
    expect(write('ben', configMap({ a: '1' }))).toEqual(before);
  });

  it('merges the oldest of eleven updaters', () => {
    const write = history();
    const data: Record<string, string> = {};
    let entries: ManagedFieldsEntry[] | undefined;
    for (let index = 0; index < 11; index++) {
      data[`k${index}`] = '1';
      entries = write(`m${index}`, configMap({ ...data }));
    }
    expect(entries?.map(({ manager }) => manager)).toEqual([
      'ancient-changes',
      ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `m${n}`),
    ]);
    expect(entries?.[0]).toMatchObject({
      time: '2024-01-01T00:00:02Z',
      fieldsV1: { 'f:data': { '.': {}, 'f:k0': {}, 'f:k1': {} } },
    });
  });

  it('keeps an entry for each version of an updater and each subresource', () => {
    const write = history();
    write('ann', configMap({ a: '1' }));
    const entries = write('ann', configMap({ a: '1', b: '1' }), { subresource: 'status' });
    expect(entries?.map(({ subresource }) => subresource)).toEqual([undefined, 'status']);
  });

  it("drops all managers when the object does not match the schema of one manager's version", () => {
    const write = history();
    write('ann', configMap({ a: '1' }));
    const entries = write('ben', configMap({ a: '2' }), {
      updated: configMap(
        { a: '2' },
        {
          managedFields: [
            { manager: 'x', operation: 'Update', apiVersion: 'v2', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } },
          ],
        },
      ),
      schemaOf: (apiVersion) =>
        apiVersion === 'v1' ? kinds.v1 : { kind: 'struct', fields: new Map(), mapType: 'granular' },
    });
    expect(entries).toBeUndefined();
  });
});

describe('managedFields sent by the client', () => {
  const sent: ManagedFieldsEntry[] = [
    {
      manager: 'zed',
      operation: 'Apply',
      apiVersion: 'v1',
      time: '2020-01-01T00:00:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:a': {} } },
    },
  ];

  it('replace the live managedFields if they are valid', () => {
    const write = history();
    write('ann', configMap({ a: '1' }));
    expect(write('ann', configMap({ a: '1' }, { managedFields: sent }))).toEqual(sent);
    expect(write('ann', configMap({ a: '1' }, { managedFields: [{ manager: 'x' }] }))).toEqual(sent);
  });

  it.each([{}, { managedFields: undefined }])('may be omitted', (metadata) => {
    const write = history();
    const before = write('ann', configMap({ a: '1' }));
    expect(write('ann', configMap({ a: '1' }, metadata))).toEqual(before);
  });

  it('are ignored by subresources', () => {
    const write = history();
    const before = write('ann', configMap({ a: '1' }));
    expect(write('ann', configMap({ a: '1' }, { managedFields: [{}] }), { subresource: 'status' })).toEqual(before);
  });

  it.each([[[{}]], [[]]])('reset tracking when they are %j; later writes do not resume it', (managedFields) => {
    const write = history();
    write('ann', configMap({ a: '1' }));
    expect(write('ann', configMap({ a: '2' }, { managedFields }))).toBeUndefined();
    expect(write('ann', configMap({ a: '3' }))).toBeUndefined();
  });

  it('in the cluster dialect, reset tracking and assign the changes to the writer unless the list is empty', () => {
    const write = history(clusterDialect);
    const before = write('ann', configMap({ a: '1', b: '1' }));
    expect(write('ben', configMap({ a: '1', b: '1' }, { managedFields: [] }))).toEqual(before);
    expect(owners(write('ben', configMap({ a: '2', b: '1' }, { managedFields: [{}] })))).toEqual({
      ben: { 'f:data': { 'f:a': {} } },
    });
  });
});

describe('writes that only change times', () => {
  it('keep the live managedFields', () => {
    const entry = (time: string): ManagedFieldsEntry => ({ manager: 'ann', operation: 'Apply', time, fieldsV1: {} });
    const live = configMap({ a: '1' }, { managedFields: [entry('2024-01-01T00:00:00Z')] });
    const later = (data: string) => configMap({ a: data }, { managedFields: [entry('2024-02-02T00:00:00Z')] });
    expect(unchangedManagedFields(later('1'), live)).toBe(live.metadata.managedFields);
    expect(unchangedManagedFields(later('2'), live)).toBeUndefined();
  });
});

describe('raw JSON within a built-in kind', () => {
  it('is owned as a whole by the manager that added it', () => {
    const schema = schemas.schemaOf({ group: 'apps', version: 'v1', kind: 'ControllerRevision' });
    const revision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'a' },
      data: { spec: { a: 1 } },
      revision: 1,
    };
    const entries = history()('ann', revision as ApiObject, { schemaOf: () => schema });
    expect(owners(entries)).toEqual({ ann: { 'f:data': {}, 'f:revision': {} } });
  });
});

it('entries are ordered by the second of their time, whatever its format', () => {
  const times = ['2024-01-01T00:00:02Z', '2024-01-01T01:00:01+01:00', '2024-01-01T00:00:03.7Z', '2024-01-01T00:00:00Z'];
  const entries = times.map((time, index): ManagedFieldsEntry => {
    const [manager, fieldsV1] = [`manager-${index}`, { 'f:data': {} }];
    return { manager, operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1', fieldsV1 };
  });
  const ordered = encodeManagedFields(decodeManagedFields(entries)) ?? [];
  expect(ordered.map(({ time }) => time)).toEqual([3, 1, 0, 2].map((index) => times[index]));
});
