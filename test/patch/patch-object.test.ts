import { describe, expect, it } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../src/api/dialect.ts';
import { deepFreeze } from '../../src/api/memory/deep-freeze.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { badRequest, StatusError } from '../../src/api/status.ts';
import { type PatchRequest, patchObject } from '../../src/patch/patch-object.ts';
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../../src/patch/patch-types.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };
const schema = createSchemaRegistry(kubernetesDialect).schemaOf(kind);
if (!schema) throw new Error('no schema');

const live = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'one', labels: { a: '1' } },
  spec: { replicas: 1 },
} as ApiObject;

const request = (type: PatchRequest['type'], body: string, more: Partial<PatchRequest> = {}): PatchRequest => ({
  type,
  body,
  live,
  schema,
  kind,
  fieldValidation: 'Warn',
  dialect: kubernetesDialect,
  decode: (text) => ({ object: JSON.parse(text) as ApiObject, strictErrors: [] }),
  ...more,
});

function refusalOf(type: PatchRequest['type'], body: string, more: Partial<PatchRequest> = {}): [number, string] {
  try {
    patchObject(request(type, body, more));
  } catch (error) {
    if (error instanceof StatusError) return [error.code, error.message];
    throw error;
  }
  throw new Error('was not refused');
}

const REJECTED = 'the server rejected our request due to an error in our request';

describe('a strategic patch of a frozen object', () => {
  const frozen = deepFreeze({ ...structuredClone(live), status: { replicas: 1 } });
  const decodedTexts: string[] = [];
  const patched = (body: string) =>
    patchObject(
      request(STRATEGIC_MERGE_PATCH, body, {
        live: frozen,
        decode: (text) => {
          decodedTexts.push(text);
          return { object: JSON.parse(text) as ApiObject, strictErrors: [] };
        },
      }),
    );

  it('changes only the members that the patch sets', () => {
    const { object, untouched } = patched('{"metadata":{"name":"one"},"status":{"replicas":2}}');
    expect(object).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', status: { replicas: 2 } });
    expect(untouched?.metadata).toBe(frozen.metadata);
    expect(untouched?.spec).toBe(Reflect.get(frozen, 'spec'));
    expect(decodedTexts).toEqual([]);
  });

  it('drops the members that the patch does not retain', () => {
    const { object, untouched } = patched(
      '{"$retainKeys":["apiVersion","kind","metadata","spec"],"spec":{"replicas":2}}',
    );
    expect({ ...object, ...untouched }).toEqual({ ...live, spec: { replicas: 2 } });
  });

  it.each([
    ['{"status":{"Replicas":2}}', 'unknown field "status.Replicas"'],
    ['{"status":{"replicas":2,"replicas":3}}', 'duplicate field "status.replicas"'],
  ])('decodes only the changed members for %s', (body, warning) => {
    expect(patched(body).warnings).toEqual([warning]);
    expect(decodedTexts.at(-1)).toContain('status');
    expect(decodedTexts.at(-1)).not.toContain('spec');
  });
});

describe('a patch', () => {
  it.each([
    [JSON_PATCH, '[{"op":"replace","path":"/spec/replicas","value":2}]'],
    [MERGE_PATCH, '{"spec":{"replicas":2}}'],
    [STRATEGIC_MERGE_PATCH, '{"spec":{"replicas":2}}'],
  ] as const)('of type %s changes a copy', (type, body) => {
    expect(patchObject(request(type, body)).object).toEqual({ ...live, spec: { replicas: 2 } });
    expect(live).toMatchObject({ spec: { replicas: 1 } });
  });

  it.each([
    [JSON_PATCH, [{ op: 'replace', path: '/spec/replicas', value: 2 }]],
    [MERGE_PATCH, { spec: { replicas: 2 } }],
    [STRATEGIC_MERGE_PATCH, { spec: { replicas: 2, $retainKeys: ['replicas'] } }],
    [STRATEGIC_MERGE_PATCH, { spec: { replicas: 2 }, metadata: { labels: { $patch: 'delete' }, unknown: [1] } }],
    [STRATEGIC_MERGE_PATCH, ['no object']],
    [STRATEGIC_MERGE_PATCH, { spec: { replicas: 'two', $retainKeys: ['replicas'] } }],
    [STRATEGIC_MERGE_PATCH, null],
  ] as const)('of type %s has the same outcome as a value and as text: %j', (type, value) => {
    const outcomeOf = (body: PatchRequest['body']) => {
      try {
        return patchObject({ ...request(type, ''), body });
      } catch (error) {
        return error;
      }
    };
    const frozen = deepFreeze(structuredClone(value));
    expect(outcomeOf({ value: frozen })).toEqual(outcomeOf(JSON.stringify(value)));
  });

  it.each([
    [
      JSON_PATCH,
      '{"op":"add"}',
      400,
      'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [JSON_PATCH, '- op: remove', 400, "error decoding patch: invalid character ' ' in numeric literal"],
    [
      JSON_PATCH,
      '[{"op":1}]',
      400,
      'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    [JSON_PATCH, '[{}]', 422, REJECTED],
    [JSON_PATCH, '[{"op":"test","path":"/spec/replicas","value":2}]', 422, REJECTED],
    [MERGE_PATCH, '', 400, 'error decoding patch: unexpected end of JSON input'],
    [MERGE_PATCH, 'null', 400, 'Invalid JSON Patch'],
    [STRATEGIC_MERGE_PATCH, 'hello', 400, "invalid character 'h' looking for beginning of value"],
    [STRATEGIC_MERGE_PATCH, '[]', 400, 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [
      STRATEGIC_MERGE_PATCH,
      '{"spec":7}',
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:7]": cannot restore struct from: int64',
    ],
    [
      STRATEGIC_MERGE_PATCH,
      '{"spec":{"replicas":"two"}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:two]]": unrecognized type: int32',
    ],
    [
      STRATEGIC_MERGE_PATCH,
      '{"metadata":{"labels":["a"]}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[metadata:map[labels:[a]]]": cannot restore map from slice',
    ],
    [STRATEGIC_MERGE_PATCH, '{"spec":{"strategy":{"$retainKeys":"x"}}}', 400, 'invalid patch format of retainKeys'],
    [
      STRATEGIC_MERGE_PATCH,
      '{"metadata":{"labels":{"$patch":"merge"}}}',
      500,
      'unknown patch type: merge in map: map[$patch:merge]',
    ],
    // Messages omit nulls below members that the object lacks or has with another type.
    [
      STRATEGIC_MERGE_PATCH,
      '{"metadata":{"labels":{"a":null},"annotations":{"a":null,"b":1.5}}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[metadata:map[annotations:map[b:1.5] labels:map[a:<nil>]]]": unrecognized type: string',
    ],
    [
      STRATEGIC_MERGE_PATCH,
      '{"spec":{"replicas":{"a":null}}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:map[]]]": unrecognized type: int32',
    ],
    // Messages name Go's type of a string.
    [
      STRATEGIC_MERGE_PATCH,
      '{"spec":{"strategy":{"type":1}}}',
      422,
      ' "" is invalid: patch: Invalid value: "map[spec:map[strategy:map[type:1]]]": cannot convert int64 to v1.DeploymentStrategyType',
    ],
  ] as const)('%s %s is %i', (type, body, code, message) => {
    const object = { ...live, spec: { replicas: 1, strategy: { type: 'Recreate' } } } as ApiObject;
    expect(refusalOf(type, body, { live: object })).toEqual([code, message]);
  });

  it('has at most 10,000 operations', () => {
    expect(refusalOf(JSON_PATCH, `[${Array(10_001).fill('{}').join(',')}]`)).toEqual([
      413,
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ]);
  });

  it('that is null changes nothing', () => {
    expect(patchObject(request(JSON_PATCH, 'null')).object).toEqual(live);
    expect(patchObject(request(STRATEGIC_MERGE_PATCH, 'null')).object).toEqual(live);
  });

  it('fails with the patched object in its message when that cannot be decoded', () => {
    const decode = (): never => {
      throw badRequest('json: cannot unmarshal string');
    };
    expect(refusalOf(MERGE_PATCH, '{"metadata":{"labels":null},"spec":{"paused":"<"}}', { decode })).toEqual([
      422,
      String.raw` "" is invalid: patch: Invalid value: "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"one\"},\"spec\":{\"paused\":\"\\u003c\",\"replicas\":1}}": json: cannot unmarshal string`,
    ]);
  });
});

describe('field validation of a patch', () => {
  const double = '{"spec":{"nope":1,"replicas":1,"replicas":2},"foo":1}';

  it('warns about duplicate and unknown fields', () => {
    expect(patchObject(request(STRATEGIC_MERGE_PATCH, double)).warnings).toEqual([
      'duplicate field "spec.replicas"',
      'unknown field "foo"',
      'unknown field "spec.nope"',
    ]);
    expect(patchObject(request(STRATEGIC_MERGE_PATCH, double, { fieldValidation: 'Ignore' })).warnings).toEqual([]);
  });

  it('lists unknown fields of the patch before those of the object', () => {
    const body = '[{"op":"add","path":"/metadata/labels","value":{"a":"1","a":"2"},"comment":"x"}]';
    const decode: PatchRequest['decode'] = (text) => ({
      object: JSON.parse(text) as ApiObject,
      strictErrors: ['duplicate field "metadata.labels.a"'],
    });
    expect(patchObject(request(JSON_PATCH, body, { decode })).warnings).toEqual([
      'json patch duplicate field "[0].value.a"',
      'json patch unknown field "[0].comment"',
      'duplicate field "metadata.labels.a"',
    ]);
  });

  it('rejects in strict mode: with 422 and the patch, or with 400 in the cluster dialect', () => {
    const errors =
      'strict decoding error: duplicate field "spec.replicas", unknown field "foo", unknown field "spec.nope"';
    expect(refusalOf(STRATEGIC_MERGE_PATCH, double, { fieldValidation: 'Strict' })).toEqual([
      422,
      ` "" is invalid: patch: Invalid value: "map[foo:1 spec:map[nope:1 replicas:2]]": ${errors}`,
    ]);
    expect(refusalOf(STRATEGIC_MERGE_PATCH, double, { fieldValidation: 'Strict', dialect: clusterDialect })).toEqual([
      400,
      `Deployment in version "v1" cannot be handled as a Deployment: ${errors}`,
    ]);
  });
});
