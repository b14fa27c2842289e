import { describe, expect, test } from 'vitest';
import { editorSchema, jsonSchema } from '../../../../src/ui/views/yaml/editor-schema.ts';

const OTHER = { group: 'a', version: 'v1', kind: 'Other' };
const KIND = { group: '', version: 'v1', kind: 'Thing' };

describe.each(['x-kubernetes', 'x-cluster'])(
  'the schema of a text, built from documents with %s extensions',
  (prefix) => {
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
      expect(schema?.allOf).toEqual([
        {
          if: {
            not: {
              properties: { apiVersion: { const: 'v1' }, kind: { const: 'Thing' } },
              required: ['apiVersion', 'kind'],
            },
          },
          else: { $ref: '#/definitions/core.v1.Thing' },
        },
      ]);
      expect(schema?.definitions?.['core.v1.Thing']?.properties?.spec).toEqual({
        title: 'ThingSpec',
        type: ['object', 'null'],
        markdownDescription: '`spec`: ThingSpec',
        allOf: [
          { title: 'ThingSpec', markdownDescription: '`spec`: ThingSpec' },
          { $ref: '#/definitions/core.v1.ThingSpec' },
        ],
      });
    });

    test('uses short type names', () => {
      const schema = editorSchema([document], [KIND]);
      expect(schema?.definitions?.['core.v1.ThingSpec']).toMatchObject({ title: 'ThingSpec' });
    });

    test('validates objects only against their own kind', () => {
      const other = { components: { schemas: { 'a.v1.Other': { [`${prefix}-group-version-kind`]: [OTHER] } } } };
      const schema = editorSchema([document, other], [KIND, OTHER]);
      expect(schema).not.toHaveProperty('anyOf');
      expect(schema?.allOf).toMatchObject([
        { else: { $ref: '#/definitions/core.v1.Thing' } },
        { if: { not: { properties: { apiVersion: { const: 'a/v1' } } } }, else: { $ref: '#/definitions/a.v1.Other' } },
      ]);
    });

    test('is undefined for an unknown kind', () => {
      expect(editorSchema([document], [{ ...KIND, kind: 'Other' }])).toBeUndefined();
    });

    test('forbids unknown members unless the schema preserves them', () => {
      const properties = { a: { type: 'string' } };
      expect(jsonSchema({ properties })).toMatchObject({ additionalProperties: false });
      expect(jsonSchema({ properties, [`${prefix}-preserve-unknown-fields`]: true })).not.toHaveProperty(
        'additionalProperties',
      );
    });

    test('allows numbers in int-or-string fields, and null anywhere', () => {
      expect(jsonSchema({ type: 'string', format: 'int-or-string' }).type).toEqual(['string', 'integer', 'null']);
      expect(jsonSchema({ type: 'object' }).type).toEqual(['object', 'null']);
    });
  },
);
