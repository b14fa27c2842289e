import { expect, test } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { canonical } from '../../src/schema/canonical.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';
import { cloneAsSent, copyAmount, sentAmount } from '../../src/schema/sent-amounts.ts';

const schema = createSchemaRegistry(kubernetesDialect).definition('core.v1.ResourceQuotaSpec');
const written = (hard: object) => {
  if (!schema) throw new Error('no schema');
  return (canonical({ hard }, schema) as { hard: Record<string, string> }).hard;
};

test('the original spelling of normalized amounts is remembered', () => {
  const hard = written({ pods: '1.5', cpu: '2' });
  expect(hard).toEqual({ cpu: '2', pods: '1500m' });
  expect(sentAmount(hard, 'pods')).toBe('1.5');
  expect(sentAmount(written({ cpu: '2' }), 'cpu')).toBeUndefined();
});

test('copies keep the original spelling', () => {
  const hard = written({ pods: '1.5' });
  const other: Record<string, string> = {};
  copyAmount('pods', hard, other);
  expect(other).toEqual({ pods: '1500m' });
  expect(sentAmount(other, 'pods')).toBe('1.5');
  const copy = cloneAsSent({ list: [hard] });
  expect(copy).toEqual({ list: [hard] });
  expect(copy.list[0] && sentAmount(copy.list[0], 'pods')).toBe('1.5');
});

test('a copy reuses shared values', () => {
  const shared = { a: [1] };
  const copy = cloneAsSent({ shared, other: { a: [1] } }, new Set([shared]));
  expect(copy).toEqual({ shared, other: shared });
  expect(copy.shared).toBe(shared);
  expect(copy.other).not.toBe(shared);
});

test('a copy keeps every key', () => {
  const hostile = JSON.parse('{"__proto__":{"a":1}}');
  expect(JSON.stringify(cloneAsSent(hostile))).toBe('{"__proto__":{"a":1}}');
});
