import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { canonicalObject, takeCanonicalObject } from '../../../src/server/http/canonical-object.ts';

const kind = { group: '', version: 'v1', kind: 'ConfigMap' };
const schema = createSchemaRegistry(kubernetesDialect).schemaOf(kind);
if (!schema) throw new Error('no schema');

const texts = fc.dictionary(fc.string(), fc.option(fc.string()));
const metadata = fc.record(
  {
    name: fc.string(),
    finalizers: fc.array(fc.string()),
    labels: texts,
    managedFields: fc.constantFrom(null, [], [{ manager: 'm', time: '2024-01-01T01:00:00+01:00' }]),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const object = fc.record(
  {
    immutable: fc.boolean(),
    kind: fc.constantFrom('ConfigMap', ''),
    data: fc.option(texts),
    apiVersion: fc.constant('v1'),
    metadata,
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

it('takeCanonicalObject returns the same canonical form as canonicalObject', () => {
  fc.assert(
    fc.property(object, (sent) => {
      const kept = JSON.stringify(canonicalObject(sent, kind, schema));
      expect(JSON.stringify(takeCanonicalObject(structuredClone(sent), kind, schema))).toBe(kept);
      expect(JSON.stringify(takeCanonicalObject(JSON.parse(kept) as Record<string, unknown>, kind, schema))).toBe(kept);
    }),
  );
});

it('Only takeCanonicalObject reuses the parts of its argument', () => {
  const sent = { metadata: { name: 'one', labels: { a: 'b' } }, data: { a: '1' } };
  const parts = (written: ApiObject) => [written.metadata.labels, (written as typeof sent & ApiObject).data];
  const [labels, data] = parts(canonicalObject(sent, kind, schema));
  expect(labels).not.toBe(sent.metadata.labels);
  expect(data).not.toBe(sent.data);
  const taken = parts(takeCanonicalObject(sent, kind, schema));
  expect(taken[0]).toBe(sent.metadata.labels);
  expect(taken[1]).toBe(sent.data);
});
