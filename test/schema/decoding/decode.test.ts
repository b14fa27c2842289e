import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { decodeObject, fieldValidationOutcome } from '../../../src/schema/decoding/decode.ts';
import type { StructSchema } from '../../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';

const registry = createSchemaRegistry(kubernetesDialect);
const configMap = { group: '', version: 'v1', kind: 'ConfigMap' };
function schemaOf(kind: { group: string; version: string; kind: string }): StructSchema {
  const schema = registry.schemaOf(kind);
  if (!schema) throw new Error(kind.kind);
  return schema;
}
const decode = (text: string, format: 'json' | 'yaml' = 'json', gvk = configMap) =>
  decodeObject({ text, format, gvk, schema: schemaOf(gvk) });

describe('decodeObject', () => {
  test('unknown and duplicate fields are reported in order of appearance, with their paths', () => {
    const { object, strictErrors } = decode(
      '{"foo":1,"data":{"a":"1","a":"2"},"metadata":{"nope":{"x":1},"name":"n"},"data":{"b":"3"}}',
    );
    expect(strictErrors).toEqual([
      'unknown field "foo"',
      'duplicate field "data.a"',
      'unknown field "metadata.nope"',
      'duplicate field "data"',
    ]);
    expect(object).toEqual({ data: { a: '2', b: '3' }, metadata: { name: 'n' } });
  });

  test('`__proto__` is an ordinary key', () => {
    const { object, strictErrors } = decode('{"__proto__":{"polluted":true},"data":{"__proto__":"x"}}');
    expect(strictErrors).toEqual(['unknown field "__proto__"']);
    expect(JSON.stringify(object)).toBe('{"data":{"__proto__":"x"}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('bytes may be sent as a list of numbers', () => {
    const secret = { group: '', version: 'v1', kind: 'Secret' };
    expect(decode('{"data":{"a":[104,105],"b":[],"c":[null]}}', 'json', secret).object).toEqual({
      data: { a: 'aGk=', b: '', c: 'AA==' },
    });
    expect(() => decode('{"data":{"a":[256]}}', 'json', secret)).toThrow(
      'json: cannot unmarshal number 256 into Go struct field Secret.data of type uint8',
    );
    expect(() => decode('{"data":{"a":[{}]}}', 'json', secret)).toThrow(
      'json: cannot unmarshal object into Go struct field Secret.data of type uint8',
    );
  });

  test.each([
    [
      'flowcontrol.apiserver.k8s.io',
      'v1beta3',
      'FlowSchema',
      '{"spec":{"rules":[{"subjects":[{"kind":1}]}]}}',
      'v1beta3.SubjectKind',
    ],
    [
      'flowcontrol.apiserver.k8s.io',
      'v1beta2',
      'PriorityLevelConfiguration',
      '{"spec":{"type":1}}',
      'v1beta2.PriorityLevelEnablement',
    ],
    [
      'admissionregistration.k8s.io',
      'v1beta1',
      'ValidatingAdmissionPolicy',
      '{"spec":{"matchConstraints":{"resourceRules":[{"operations":1}]}}}',
      '[]v1.OperationType',
    ],
    [
      'autoscaling',
      'v2',
      'HorizontalPodAutoscaler',
      '{"status":{"currentMetrics":[{"type":1}]}}',
      'v2.MetricSourceType',
    ],
    [
      'autoscaling',
      'v2',
      'HorizontalPodAutoscaler',
      '{"status":{"currentMetrics":[{"resource":{"name":1}}]}}',
      'v1.ResourceName',
    ],
    ['batch', 'v1', 'Job', '{"status":{"uncountedTerminatedPods":{"failed":1}}}', '[]types.UID'],
    ['networking.k8s.io', 'v1alpha1', 'IPAddress', '{"spec":{"parentRef":{"uid":1}}}', 'types.UID'],
    ['resource.k8s.io', 'v1alpha2', 'ResourceClaim', '{"status":{"reservedFor":[{"uid":1}]}}', 'types.UID'],
    ['', 'v1', 'Node', '{"status":{"volumesInUse":[1]}}', 'v1.UniqueVolumeName'],
    ['', 'v1', 'Node', '{"status":{"volumesAttached":[{"name":1}]}}', 'v1.UniqueVolumeName'],
    [
      '',
      'v1',
      'PersistentVolumeClaim',
      '{"status":{"allocatedResourceStatuses":1}}',
      'map[v1.ResourceName]v1.ClaimResourceStatus',
    ],
    ['certificates.k8s.io', 'v1', 'CertificateSigningRequest', '{"spec":{"extra":{"a":"b"}}}', 'v1.ExtraValue'],
    ['certificates.k8s.io', 'v1', 'CertificateSigningRequest', '{"spec":{"extra":1}}', 'map[string]v1.ExtraValue'],
  ])('errors of %s/%s %s name the Go type of a string or a collection', (group, version, kind, text, type) => {
    expect(() => decode(text, 'json', { group, version, kind })).toThrow(` of type ${type}`);
  });

  test('errors of a patched object state only the cause', () => {
    const patched = (text: string) =>
      decodeObject({ text, format: 'json', gvk: configMap, schema: schemaOf(configMap), isPatched: true });
    expect(() => patched('{"KIND":[]}')).toThrow(
      /^couldn't get version\/kind; json parse error: json: cannot unmarshal array into Go struct field \.kind of type string$/,
    );
    expect(() => patched('{"data":1}')).toThrow(
      /^json: cannot unmarshal number into Go struct field ConfigMap\.data of type map\[string\]string$/,
    );
  });

  test('`null` becomes an empty object', () => {
    expect(decode('null')).toEqual({ object: {}, gvk: configMap, strictErrors: [] });
  });

  test.each([
    [
      '{"kind":"Secret"}',
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
    [
      '{"kind":"Thing"}',
      'Thing in version "v1" cannot be handled as a ConfigMap: no kind "Thing" is registered for version "v1" in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      '{"apiVersion":"a/b/c"}',
      'the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    ],
    [
      '{"kind":7}',
      `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":7})`,
    ],
    [
      '{"data":[]}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string',
    ],
  ])('rejects %s', (text, message) => {
    expect(() => decode(text)).toThrow(message);
  });

  test('YAML is parsed as YAML 1.1, without times and sexagesimal numbers', () => {
    const { object } = decode(
      'data: {y: "1", a: "0777"}\nmetadata:\n  labels: {b: 1:30, c: 2001-01-01}\nimmutable: yes\n',
      'yaml',
    );
    expect(object).toEqual({
      data: { a: '0777', true: '1' },
      metadata: { labels: { b: '1:30', c: '2001-01-01' } },
      immutable: true,
    });
  });

  test('duplicate keys in YAML are reported by line', () => {
    expect(decode('data:\n  a: "1"\n  a: "2"\nfoo: 1\n', 'yaml').strictErrors).toEqual([
      'yaml: unmarshal errors:\n  line 3: key "a" already set in map',
      'unknown field "foo"',
    ]);
  });

  test('encoded objects can be decoded', () => {
    // YAML forbids some characters and treats others as line breaks.
    const text = fc
      .string({ unit: 'grapheme' })
      .filter((each) => !/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(each));
    fc.assert(
      fc.property(fc.dictionary(text, text), (data) => {
        expect(decode(JSON.stringify({ data }, null, 1))).toEqual({
          object: { data },
          gvk: configMap,
          strictErrors: [],
        });
        expect(decode(JSON.stringify({ data }), 'yaml').object).toEqual({ data });
      }),
    );
  });
});

describe('fieldValidationOutcome', () => {
  const errors = Array.from(
    { length: 120 },
    (_, index) => `unknown field "data.field-number-${index}-${'x'.repeat(300)}"`,
  );

  test('Ignore returns nothing, Warn warns, Strict rejects', () => {
    expect(fieldValidationOutcome(['unknown field "a"'], 'Ignore', kubernetesDialect, configMap)).toEqual([]);
    expect(fieldValidationOutcome(['unknown field "a"'], 'Warn', kubernetesDialect, configMap)).toEqual([
      'unknown field "a"',
    ]);
    expect(() =>
      fieldValidationOutcome(['unknown field "a"', 'duplicate field "b"'], 'Strict', kubernetesDialect, configMap),
    ).toThrow(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "a", duplicate field "b"',
    );
  });

  test('beyond 4,096 characters each warning is truncated to 256 and the rest is dropped', () => {
    const warnings = fieldValidationOutcome(errors, 'Warn', kubernetesDialect, configMap);
    expect(warnings).toHaveLength(16);
    expect(new Set(warnings.map(({ length }) => length))).toEqual(new Set([256]));
  });

  test('the kubernetes dialect lists a hundred errors, the cluster dialect all of them', () => {
    const messageOf = (dialect: typeof kubernetesDialect): string => {
      try {
        fieldValidationOutcome(errors, 'Strict', dialect, configMap);
        return '';
      } catch (error) {
        return String(error);
      }
    };
    expect(messageOf(kubernetesDialect)).not.toContain('field-number-100-');
    expect(messageOf(clusterDialect)).toContain('field-number-119-');
  });
});

describe('decodeObject with the schemas in a definition', () => {
  const definition = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
  const withSchema = (schema: string) =>
    decode(`{"spec":{"versions":[{"schema":{"openAPIV3Schema":${schema}}}]}}`, 'json', definition);
  const place = 'JSONSchemaProps.spec.versions.schema.openAPIV3Schema';

  test.each([
    ['{"items":{"maxLength":1.5}}', `number 1.5 into Go struct field ${place}.items of type int64`],
    [
      '{"items":{"properties":{"a":{"items":{"type":1}}}}}',
      `number into Go struct field ${place}.items of type string`,
    ],
    ['{"not":{"items":["a"]}}', `string into Go struct field ${place}.not.items of type v1.JSONSchemaProps`],
    ['{"type":[],"items":{"type":1}}', `number into Go struct field ${place}.items of type string`],
    ['{"$schema":1}', `number into Go struct field ${place}.$schema of type v1.JSONSchemaURL`],
    ['{"enum":1}', `number into Go struct field ${place}.enum of type []v1.JSON`],
    ['{"definitions":1}', `number into Go struct field ${place}.definitions of type v1.JSONSchemaDefinitions`],
    ['{"dependencies":1}', `number into Go struct field ${place}.dependencies of type v1.JSONSchemaDependencies`],
    [
      '{"x-kubernetes-validations":1}',
      `number into Go struct field ${place}.x-kubernetes-validations of type v1.ValidationRules`,
    ],
  ])('the error of a nested schema names the member that holds it: %s', (schema, message) => {
    expect(() => withSchema(schema)).toThrow(`json: cannot unmarshal ${message}`);
  });

  test.each(['[]', '"a"', '1'])('additionalProperties cannot be %s', (value) => {
    expect(() => withSchema(`{"additionalProperties":${value}}`)).toThrow('boolean or JSON schema expected');
  });

  test('unknown members of nested schemas are dropped without an error', () => {
    const { object, strictErrors } = withSchema('{"foo":1,"items":{"foo":1,"type":"string"}}');
    expect(strictErrors).toEqual(['unknown field "spec.versions[0].schema.openAPIV3Schema.foo"']);
    expect(JSON.stringify(object)).toContain('"openAPIV3Schema":{"items":{"type":"string"}}');
  });

  test('items that are neither a schema nor a list are decoded as null', () => {
    expect(JSON.stringify(withSchema('{"items":true}').object)).toContain('"openAPIV3Schema":{"items":null}');
  });
});
