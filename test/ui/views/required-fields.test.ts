import { describe, expect, it } from 'vitest';
import { requiredFields } from '../../../src/ui/views/create/required-fields.ts';

const KIND = { group: 'shop.example', version: 'v1', kind: 'Widget' };

const fieldsOf = (properties: object, required: readonly string[] = [], others: object = {}) =>
  requiredFields(
    [
      {
        components: {
          schemas: {
            ...others,
            Widget: { 'x-kubernetes-group-version-kind': [KIND], type: 'object', properties, required },
          },
        },
      },
    ],
    KIND,
  );

describe('the required fields of a kind', () => {
  it('have values of their types', () => {
    const properties = {
      name: { type: 'string' },
      size: { type: 'integer', minimum: 3 },
      color: { type: 'string', enum: ['red', 'blue'] },
      mode: { type: 'string', default: 'auto' },
      parts: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      },
      tags: { type: 'array', items: { type: 'string' } },
      isOn: { type: 'boolean' },
      rest: { type: 'string' },
    };
    const required = ['name', 'size', 'color', 'mode', 'parts', 'tags', 'isOn'];
    expect(fieldsOf({ spec: { type: 'object', properties, required } })).toEqual({
      spec: { name: '', size: 3, color: 'red', mode: 'auto', parts: [{ id: 0 }], tags: [], isOn: false },
    });
  });

  it('are found through references, and to a limited depth in recursive schemas', () => {
    const spec = { allOf: [{ $ref: '#/components/schemas/Spec' }] };
    const others = {
      Spec: { type: 'object', required: ['child'], properties: { child: { $ref: '#/components/schemas/Spec' } } },
    };
    expect(JSON.stringify(fieldsOf({ spec }, [], others))).toMatch(/^\{"spec":(\{"child":){7,9}null\}+$/);
  });

  it('exclude the metadata, the status, and a spec without required fields', () => {
    const object = { type: 'object' };
    expect(fieldsOf({ metadata: object, status: object, spec: object }, ['metadata', 'status'])).toEqual({});
  });

  it('are empty for a kind without a schema', () => {
    expect(requiredFields([], KIND)).toEqual({});
  });
});
