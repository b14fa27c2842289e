import { describe, expect, test } from 'vitest';
import { documentBelow, type MergeableDocument, mergeOpenApiV2 } from '../../../src/schema/openapi/merge-openapi-v2.ts';

const KINDS = 'x-kubernetes-group-version-kind';
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const pathOf = (name: string) => ({ get: { responses: { 200: { schema: ref(name) } } } });
const merge = (first: MergeableDocument, second: MergeableDocument) => mergeOpenApiV2(first, second, KINDS);

describe('the subset of a document below a path', () => {
  test('has the definitions that it references, directly or transitively', () => {
    const document = {
      paths: { '/apis/a/v1/x': pathOf('X'), '/apis/ab/v1/y': pathOf('Y'), '/version': {} },
      definitions: { X: { properties: { z: { items: ref('Z') } } }, Y: {}, Z: { properties: { x: ref('X') } } },
    };
    expect(documentBelow(document, '/apis/a/')).toEqual({
      paths: { '/apis/a/v1/x': pathOf('X') },
      definitions: { X: document.definitions.X, Z: document.definitions.Z },
    });
  });

  test('has shared parameters inlined', () => {
    const pretty = { name: 'pretty', in: 'query', type: 'string' };
    const document = {
      paths: { '/apis/a/v1/x': { parameters: [{ $ref: '#/parameters/pretty-1' }] } },
      parameters: { 'pretty-1': pretty },
    };
    expect(documentBelow(document, '/apis/a/')).toEqual({
      paths: { '/apis/a/v1/x': { parameters: [pretty] } },
      definitions: {},
    });
  });

  test('is empty when no path matches', () => {
    expect(documentBelow({ paths: { '/x': pathOf('X') }, definitions: { X: {} } }, '/apis/a/')).toEqual({
      paths: {},
      definitions: {},
    });
  });
});

describe('merging two documents', () => {
  test('keeps the paths of both, and prefers the first document for a shared path', () => {
    const first = { paths: { '/x': pathOf('A') }, definitions: { A: { type: 'string' } } };
    const second = { paths: { '/x': pathOf('B'), '/y': pathOf('C') }, definitions: { B: {}, C: {} } };
    expect(merge(first, second)).toEqual({
      paths: { '/x': pathOf('A'), '/y': pathOf('C') },
      definitions: { A: { type: 'string' }, C: {} },
    });
  });

  test('renames definitions that differ, and the references to them', () => {
    const first = { paths: {}, definitions: { A: { type: 'string' }, A_v2: { type: 'number' } } };
    const second = {
      paths: { '/y': pathOf('A') },
      definitions: { A: { properties: { self: ref('A'), b: ref('B') } }, B: { type: 'boolean' } },
    };
    expect(merge(first, second)).toEqual({
      paths: { '/y': pathOf('A_v3') },
      definitions: {
        ...first.definitions,
        A_v3: { properties: { self: ref('A_v3'), b: ref('B') } },
        B: { type: 'boolean' },
      },
    });
  });

  test('reuses an equal definition that was renamed before', () => {
    const other = { type: 'object', description: 'another A' };
    const first = { paths: {}, definitions: { A: { type: 'string' }, A_v2: other } };
    const second = { paths: { '/y': pathOf('A') }, definitions: { A: other } };
    expect(merge(first, second)).toEqual({ paths: { '/y': pathOf('A_v2') }, definitions: first.definitions });
  });

  test('joins the kinds of definitions that differ only in their kinds, in any order of members', () => {
    const kind = (name: string) => ({ group: 'g', version: 'v1', kind: name });
    const first = { paths: {}, definitions: { A: { type: 'object', title: 'a', [KINDS]: [kind('One')] } } };
    const definition = { title: 'a', type: 'object', [KINDS]: [kind('Two'), kind('One')] };
    expect(merge(first, { paths: { '/y': pathOf('A') }, definitions: { A: definition } }).definitions).toEqual({
      A: { type: 'object', title: 'a', [KINDS]: [kind('One'), kind('Two')] },
    });
  });
});
