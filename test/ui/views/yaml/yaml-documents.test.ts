import { expect, it } from 'vitest';
import { objectOf, readDocuments, yamlScalar } from '../../../../src/ui/views/yaml/yaml-documents.ts';

it('a name is inserted with quotes where YAML would read it as another type', () => {
  expect(['web', 'null', '123', 'true', 'yes', '1e3'].map(yamlScalar)).toEqual([
    'web',
    ...['"null"', '"123"', '"true"', '"yes"', '"1e3"'],
  ]);
  for (const name of ['web-1', 'null', '0644', '1.5', 'on', 'a.b:c']) {
    const [document] = readDocuments(`name: ${yamlScalar(name)}`).documents;
    expect(document && objectOf(document)).toMatchObject({ name });
  }
});
