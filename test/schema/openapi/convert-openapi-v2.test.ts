import { expect, test } from 'vitest';
import { convertOpenApiV2 } from '../../../src/schema/openapi/convert-openapi-v2.ts';

const thing = { $ref: '#/definitions/Thing' };
const v3Thing = { $ref: '#/components/schemas/Thing' };

test('definitions become component schemas, with their references', () => {
  const definitions = { Thing: { properties: { next: thing, all: { type: 'array', items: thing } } } };
  expect(convertOpenApiV2({ definitions })).toEqual({
    openapi: '3.0.0',
    info: {},
    paths: {},
    components: {
      schemas: { Thing: { properties: { next: v3Thing, all: { type: 'array', items: v3Thing } } } },
    },
  });
});

test('operations get their bodies by media type, and parameters their schemas', () => {
  const document = {
    info: { title: 'ext', version: 'v1' },
    produces: ['application/json'],
    paths: {
      '/apis/ext.example/v1/things': {
        parameters: [{ name: 'pretty', in: 'query', type: 'string', uniqueItems: true }],
        get: {
          operationId: 'list',
          produces: ['a/b', 'c/d'],
          responses: { 200: { description: 'OK', schema: thing } },
        },
        post: {
          consumes: ['x/y'],
          parameters: [
            { name: 'body', in: 'body', required: true, schema: thing },
            { name: 'dryRun', in: 'query', type: 'string', description: 'D' },
          ],
          responses: { 201: { description: 'Created', schema: thing }, 401: { description: 'Unauthorized' } },
        },
      },
    },
  };
  expect(convertOpenApiV2(document)).toMatchObject({
    info: document.info,
    paths: {
      '/apis/ext.example/v1/things': {
        parameters: [{ name: 'pretty', in: 'query', schema: { type: 'string', uniqueItems: true } }],
        get: {
          operationId: 'list',
          responses: {
            200: { description: 'OK', content: { 'a/b': { schema: v3Thing }, 'c/d': { schema: v3Thing } } },
          },
        },
        post: {
          parameters: [{ name: 'dryRun', in: 'query', description: 'D', schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'x/y': { schema: v3Thing } } },
          responses: {
            201: { description: 'Created', content: { 'application/json': { schema: v3Thing } } },
            401: { description: 'Unauthorized' },
          },
        },
      },
    },
  });
});
