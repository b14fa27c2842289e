import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { canonical, canonicalOnce } from '../../src/schema/canonical.ts';
import type { StructSchema } from '../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';
import { cloneAsSent } from '../../src/schema/sent-amounts.ts';
import { hasSentEmpties, isSentEmpty } from '../../src/schema/sent-empties.ts';

const schema = createSchemaRegistry(kubernetesDialect).definition('meta.v1.LabelSelector') as StructSchema;

test.each([canonical, canonicalOnce])('a member that is sent empty is absent but remembered', (write) => {
  const written = write({ matchLabels: {}, matchExpressions: [{ key: 'a', operator: 'Exists' }] }, schema) as object;
  expect(Object.keys(written)).toEqual(['matchExpressions']);
  expect(isSentEmpty(written, 'matchLabels')).toBe(true);
  expect(isSentEmpty(written, 'matchExpressions')).toBe(false);
  expect(hasSentEmpties([written])).toBe(true);
  expect(hasSentEmpties([write({ matchLabels: { a: 'b' } }, schema)])).toBe(false);
});

test('copies and rewritten objects remember it until the member is set', () => {
  const written = canonical({ matchLabels: {} }, schema) as { matchLabels?: object };
  const copy = cloneAsSent({ list: [canonical(written, schema) as typeof written] });
  expect(hasSentEmpties(copy)).toBe(true);
  for (const selector of copy.list) selector.matchLabels = { a: 'b' };
  expect(hasSentEmpties(copy)).toBe(false);
});
