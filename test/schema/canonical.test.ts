import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { canonical, canonicalOnce } from '../../src/schema/canonical.ts';
import { canonicalMicroTime, canonicalTime } from '../../src/schema/scalar-text.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';
import { sentAmount } from '../../src/schema/sent-amounts.ts';

const registry = createSchemaRegistry(kubernetesDialect);
const written = (definition: string, value: unknown): unknown => {
  const schema = registry.definition(definition);
  if (!schema) throw new Error(definition);
  return canonical(value, schema);
};

const pod = fc.record(
  {
    metadata: fc.record({ name: fc.string(), labels: fc.dictionary(fc.string(), fc.string()) }, { requiredKeys: [] }),
    spec: fc.record(
      {
        hostNetwork: fc.boolean(),
        priority: fc.integer(),
        nodeSelector: fc.option(fc.dictionary(fc.string(), fc.string())),
        containers: fc.array(
          fc.record(
            {
              name: fc.string(),
              args: fc.array(fc.string()),
              stdin: fc.boolean(),
              extra: fc.jsonValue(),
              securityContext: fc.constantFrom(null, {}, { privileged: false }),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    ),
    status: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe('canonical', () => {
  test.each([
    [
      'unknown members are dropped',
      'core.v1.ConfigMap',
      { metadata: {}, extra: 1 },
      { metadata: { creationTimestamp: null } },
    ],
    [
      'empty values that are not pointers are dropped',
      'core.v1.ContainerPort',
      { containerPort: 0, name: '', hostPort: 0 },
      { containerPort: 0 },
    ],
    [
      'null in maps of strings and bytes becomes empty',
      'core.v1.Secret',
      { data: { a: null }, stringData: { b: null } },
      { metadata: { creationTimestamp: null }, data: { a: '' }, stringData: { b: '' } },
    ],
    ['zero behind a pointer is kept', 'apps.v1.ReplicaSetStatus', { replicas: 0, readyReplicas: 0 }, { replicas: 0 }],
    [
      'false behind a pointer is kept',
      'core.v1.SecurityContext',
      { privileged: false, runAsUser: 0 },
      { privileged: false, runAsUser: 0 },
    ],
    [
      'an empty list is kept when an absent list would be defaulted',
      'autoscaling.v2.HPAScalingRules',
      { policies: [] },
      { policies: [] },
    ],
    ['null behind a pointer is dropped', 'core.v1.SecurityContext', { privileged: null }, {}],
    [
      'an empty struct behind a pointer is kept',
      'core.v1.Volume',
      { name: 'v', emptyDir: {} },
      { name: 'v', emptyDir: {} },
    ],
    ['required lists are null when absent', 'core.v1.PodSpec', {}, { containers: null }],
    [
      'optional structs without a pointer are written',
      'core.v1.Container',
      { name: 'c' },
      { name: 'c', resources: {} },
    ],
    [
      'times lose their fraction and time zone',
      'core.v1.Taint',
      { key: 'k', effect: 'NoSchedule', timeAdded: '2024-01-01T01:00:00.5+01:00' },
      { key: 'k', effect: 'NoSchedule', timeAdded: '2024-01-01T00:00:00Z' },
    ],
    [
      'the zero time is null',
      'meta.v1.ObjectMeta',
      { creationTimestamp: '0001-01-01T00:00:00Z' },
      { creationTimestamp: null },
    ],
    ['quantities are normalized', 'core.v1.EmptyDirVolumeSource', { sizeLimit: '1000m' }, { sizeLimit: '1' }],
    [
      'resource amounts are rounded up to thousandths',
      'core.v1.ResourceRequirements',
      { limits: { cpu: '100n' } },
      { limits: { cpu: '1m' } },
    ],
    [
      'null in a map of strings becomes the empty string',
      'core.v1.ConfigMap',
      { data: { a: null } },
      { metadata: { creationTimestamp: null }, data: { a: '' } },
    ],
  ])('%s', (_, definition, value, expected) => {
    expect(written(definition, value)).toEqual(expected);
  });

  test('members have the order of the type, and map keys are sorted', () => {
    const value = {
      data: { b: '1', a: '2' },
      metadata: { labels: {}, name: 'x' },
      apiVersion: 'v1',
      kind: 'ConfigMap',
    };
    expect(JSON.stringify(written('core.v1.ConfigMap', value))).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","creationTimestamp":null},"data":{"a":"2","b":"1"}}',
    );
  });

  test('the value itself is not modified', () => {
    const value = Object.freeze({ metadata: Object.freeze({ name: 'x' }), data: Object.freeze({ a: null }) });
    expect(() => written('core.v1.ConfigMap', value)).not.toThrow();
  });

  test('a canonical value stays unchanged', () => {
    fc.assert(
      fc.property(pod, (value) => {
        const once = written('core.v1.Pod', value);
        expect(JSON.stringify(written('core.v1.Pod', once))).toBe(JSON.stringify(once));
      }),
    );
  });
});

describe('the canonical form of a value that is not changed afterwards', () => {
  const podSchema = registry.schemaOf({ group: '', version: 'v1', kind: 'Pod' });
  if (!podSchema) throw new Error('no schema');

  test('equals the ordinary canonical form', () => {
    fc.assert(
      fc.property(pod, (value) => {
        const { status, ...complete } = value;
        const changed = { ...(canonical(complete, podSchema) as object), status };
        for (const given of [value, changed])
          expect(JSON.stringify(canonicalOnce(given, podSchema))).toBe(JSON.stringify(canonical(given, podSchema)));
      }),
    );
  });

  test('reuses the parts that are in canonical form', () => {
    const complete = canonical({ spec: { containers: [{ name: 'c' }] } }, podSchema) as Record<string, object>;
    expect(canonicalOnce(complete, podSchema)).toBe(complete);
    const changed = canonicalOnce({ ...complete, status: { extra: 1 } }, podSchema) as Record<string, object>;
    expect(changed.spec).toBe(complete.spec);
    expect(changed.status).toEqual({});
  });

  test('does not remember the sent spelling of amounts', () => {
    const sent = { spec: { containers: [{ name: 'c', resources: { limits: { cpu: '1.5' } } }] } };
    const limits = (given: unknown) => (given as Pod).spec?.containers?.[0]?.resources?.limits ?? {};
    const complete = canonical(sent, podSchema) as Record<string, object>;
    expect(sentAmount(limits(complete), 'cpu')).toBe('1.5');
    expect(sentAmount(limits(canonicalOnce(complete, podSchema)), 'cpu')).toBeUndefined();
  });
});

test('members shared with a canonical value are reused in the result, in the order of the type', () => {
  const schema = registry.schemaOf({ group: '', version: 'v1', kind: 'Pod' });
  if (!schema) throw new Error('no schema');
  const live = canonical({ metadata: { name: 'a' }, spec: { nodeName: 'n' } }, schema) as Record<string, object>;
  const changed = {
    status: { phase: 'Running', extra: 1 },
    spec: live.spec,
    metadata: { name: 'a', labels: { b: 'c' } },
  };
  const result = canonicalOnce(changed, schema, live) as Record<string, unknown>;
  expect(JSON.stringify(result)).toBe(JSON.stringify(canonical(changed, schema)));
  expect(result.spec).toBe(live.spec);
});

describe('a changed object that shares parts with its canonical state', () => {
  const schema = registry.schemaOf({ group: '', version: 'v1', kind: 'Pod' });
  if (!schema) throw new Error('no schema');

  test('has the ordinary canonical form', () => {
    fc.assert(
      fc.property(pod, pod, (before, after) => {
        const live = canonical(before, schema) as Record<string, object>;
        const mixed = { ...after, spec: { ...after.spec, ...live.spec }, status: live.status ?? {} };
        const expected = JSON.stringify(canonical(mixed, schema));
        expect(JSON.stringify(canonical(mixed, schema, live))).toBe(expected);
        expect(JSON.stringify(canonicalOnce(mixed, schema, live))).toBe(expected);
      }),
    );
  });

  test('reuses elements at the same position and copies the others', () => {
    type Status = NonNullable<Pod['status']>;
    const conditions = ['Ready', 'Initialized'].map((type) => ({ type, status: 'True' }));
    const live = canonical({ status: { conditions, hostIPs: [{ ip: '10.0.0.1' }] } }, schema) as Record<
      'status',
      Status
    >;
    const [ready, initialized] = live.status.conditions ?? [];
    const moved = { ...initialized };
    const changed = { ...live, status: { ...live.status, conditions: [ready, moved] } };
    const result = canonical(changed, schema, live) as typeof live;
    expect(result.status.conditions?.[0]).toBe(ready);
    expect(result.status.conditions?.[1]).not.toBe(moved);
    expect(result.status.hostIPs).toBe(live.status.hostIPs);
  });
});

test('a canonical time with microseconds equals its converted form', () => {
  const time = fc.date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 999_999 }), (date, micro) => {
      const text = `${date.toISOString().slice(0, -5)}.${String(micro).padStart(6, '0')}`;
      expect(canonicalMicroTime(`${text}Z`)).toBe(canonicalMicroTime(`${text}+00:00`));
      expect(canonicalMicroTime(`${text}Z`)).toBe(`${text}Z`);
    }),
  );
});

test.each([
  ['é"\n', String.raw`\xc3\xa9\"\x0a`],
  ['2020-01-01 é', String.raw`2020-01-01 \xc3\xa9`],
])('a time %j that cannot be read is quoted as by Go', (text, quoted) => {
  expect(() => canonicalTime(text)).toThrow(`parsing time "${quoted}" as`);
});
