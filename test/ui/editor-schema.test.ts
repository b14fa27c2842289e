import { describe, expect, test } from 'vitest';
import { editorSchema, jsonSchema } from '../../src/ui/views/yaml/editor-schema.ts';

const KIND = { group: '', version: 'v1', kind: 'Thing' };

describe.each(['x-kubernetes', 'x-cluster'])('the schema of a text, from documents with %s extensions', (prefix) => {
  const document = {
    components: {
      schemas: {
        'core.v1.Thing': {
          type: 'object',
          properties: { spec: { allOf: [{ $ref: '#/components/schemas/core.v1.ThingSpec' }], default: {} } },
          [`${prefix}-group-version-kind`]: [KIND],
        },
        'core.v1.ThingSpec': { type: 'object', properties: { port: { format: 'int-or-string', type: 'string' } } },
      },
    },
  };

  test('finds a kind by its group, version and kind', () => {
    const schema = editorSchema([document], [KIND]);
    expect(schema?.allOf?.[0]).toEqual({ $ref: '#/definitions/core.v1.Thing' });
    expect(schema?.definitions?.['core.v1.Thing']?.properties?.spec).toEqual({
      allOf: [{ $ref: '#/definitions/core.v1.ThingSpec' }],
    });
  });

  test('is none for a kind that no document has', () => {
    expect(editorSchema([document], [{ ...KIND, kind: 'Other' }])).toBeUndefined();
  });

  test('marks unknown members, unless the schema keeps them', () => {
    const properties = { a: { type: 'string' } };
    expect(jsonSchema({ properties })).toMatchObject({ additionalProperties: false });
    expect(jsonSchema({ properties, [`${prefix}-preserve-unknown-fields`]: true })).not.toHaveProperty(
      'additionalProperties',
    );
  });

  test('takes numbers for mixed fields, and null anywhere', () => {
    expect(jsonSchema({ type: 'string', format: 'int-or-string' }).type).toEqual(['string', 'integer', 'null']);
    expect(jsonSchema({ type: 'object' }).type).toEqual(['object', 'null']);
  });
});
