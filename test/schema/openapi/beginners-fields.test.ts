import { expect, test } from 'vitest';
import { loadDescriptions } from '../../../src/hosts/load-descriptions.ts';
import { BEGINNERS_FIELDS } from './beginners-fields.ts';

const fields = Object.entries(BEGINNERS_FIELDS).flatMap(([type, members]) =>
  Object.entries(members).map(([field, facts]) => ({ type, field, facts })),
);

test('the list has two hundred fields', () => {
  expect(fields.length).toBeGreaterThanOrEqual(200);
});

test('the text of each field that beginners meet states what the reference of Kubernetes states', async () => {
  const descriptions = await loadDescriptions();
  const missing = fields.flatMap(({ type, field, facts }) => {
    const [ofPackage = '', name = ''] = type.split('.');
    const text = descriptions[ofPackage]?.[name]?.fields?.[field] ?? '';
    const absent = facts.filter((fact) => !new RegExp(fact, 'i').test(text));
    return absent.length === 0 ? [] : [`${type}.${field} lacks ${absent.join(', ')}: ${text}`];
  });
  expect(missing).toEqual([]);
});
