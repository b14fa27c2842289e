import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/client/api-error.ts';
import { locateProblems } from '../../../../../src/ui/views/yaml/problems/locate-problems.ts';
import {
  type Problem,
  problemsOfError,
  problemsOfWarning,
} from '../../../../../src/ui/views/yaml/problems/problems.ts';

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: three
  template:
    metadata:
      labels: [app]
    spec:
      serviceAccountName: runner
      securityContext:
        fsGroup: 1
      containers:
        - name: web
          image: nginx
          env:
            - name: A
              value: text
            - name: B
              value: 5
        - name: log
          imag: busybox
          ports:
            - containerPort: 80
            - containerPort: 80
data:
  "a.b/c": x
`;

const textAt = (text: string, problem: Problem) =>
  locateProblems({ text, problems: [problem] }, text).map(({ range: { line, column, endColumn } }) =>
    (text.split('\n')[line - 1] ?? '').slice(column - 1, endColumn - 1).trim(),
  );

const errorOf = (message: string, field?: string): Problem[] =>
  problemsOfError(
    new ApiError({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(field === undefined ? {} : { details: { causes: [{ field, message }] } }),
      code: 400,
    }),
  );

const CANNOT = 'Deployment in version "v1" cannot be handled as a Deployment: ';
const TYPED = 'failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): ';

describe('the message', () => {
  test.each([
    [
      `${CANNOT}json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`,
      ['replicas: three'],
    ],
    ['json: cannot unmarshal string into Go struct field Spec.replicas of type int32', ['replicas: three']],
    ['json: cannot unmarshal string into Go struct field Deployment.Spec.Replicas of type int32', ['replicas: three']],
    [
      `${CANNOT}json: cannot unmarshal number into Go struct field EnvVar.spec.template.spec.containers.env.value of type string`,
      ['value: 5'],
    ],
    [
      `${CANNOT}json: cannot unmarshal number 5 into Go struct field EnvVar.spec.template.spec.containers.env.value of type string`,
      ['value: 5'],
    ],
    [
      `${CANNOT}json: cannot unmarshal array into Go struct field ObjectMeta.spec.template.metadata.labels of type map[string]string`,
      ['labels'],
    ],
    [
      'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal number into Go struct field ObjectMeta.namespace of type string',
      ['namespace: shop'],
    ],
    [
      'Widget in version "v1" cannot be handled as a Widget: json: cannot unmarshal string into Go value of type v1.ObjectMeta',
      ['metadata'],
    ],
    [
      "the object provided is unrecognized (must be of type Widget): couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({})",
      ['kind: Deployment'],
    ],
    [
      `${CANNOT}strict decoding error: unknown field "spec.template.spec.containers[1].imag", duplicate field "data"`,
      ['imag: busybox', 'data'],
    ],
    [
      `${CANNOT}strict decoding error: yaml: unmarshal errors:\n  line 7: key "replicas" already set in map`,
      ['replicas: three'],
    ],
    [
      'error converting YAML to JSON: yaml: line 7: mapping values are not allowed in this context',
      ['replicas: three'],
    ],
    [`${TYPED}.spec.template.spec.containers[name="log"].imag: field not declared in schema`, ['imag: busybox']],
    [
      `${TYPED}errors:\n  .spec.replicas: expected numeric (int or float), got string\n  .spec.template.spec.containers[name="log"].imag: field not declared in schema`,
      ['replicas: three', 'imag: busybox'],
    ],
    [`${TYPED}.spec.template.spec.containers[name="log"].ports: duplicate entries for key [containerPort=80]`, ['c']],
    [
      `${TYPED}.spec.template.spec.containers: element 1: associative list with keys may not have a null element`,
      ['n'],
    ],
    [`${TYPED}.data.a.b/c: expected string, got &value.valueUnstructured{Value:1}`, ['"a.b/c": x']],
    ['pods "p" is forbidden: pod.Spec.Template.Spec.SecurityContext.FSGroup is forbidden', ['fsGroup: 1']],
    [
      'admission webhook "a.example.com" denied the request: spec.template.spec.containers[0].image: no tag',
      ['image: nginx'],
    ],
    ['deployments.apps "web" already exists', ['name: web']],
    ['namespaces "shop" not found', ['namespace: shop']],
    ['the API version in the data (apps/v1) does not match the expected API version (v1)', ['apiVersion: apps/v1']],
    ['the name of the object (web) does not match the name on the URL (other)', ['name: web']],
    ['the namespace of the provided object does not match the namespace sent on the request', ['namespace: shop']],
    ['something else', ['a']],
  ])('%s is shown at its field', (message, expected) => {
    expect(errorOf(message).flatMap((problem) => textAt(TEXT, problem))).toEqual(expected);
  });
});

describe('the cause', () => {
  test.each([
    ['spec.replicas', 'replicas: three'],
    ['spec.template.spec.containers[1].ports[1].containerPort', 'containerPort: 80'],
    ['data[a.b/c]', '"a.b/c": x'],
    ['data["a.b/c"]', '"a.b/c": x'],
    ['.spec.template.spec.containers[name="web"].image', 'image: nginx'],
    ['spec.selector', 'spec'],
  ])('%s is shown there', (field, expected) => {
    expect(errorOf('no', field).flatMap((problem) => textAt(TEXT, problem))).toEqual([expected]);
  });
});

test('warnings are shown at their fields', () => {
  const [problem] = problemsOfWarning('spec.template.spec.containers[0].env[1]: hides previous definition of "A"');
  expect(problem && textAt(TEXT, problem)).toEqual(['n']);
});

describe('after an edit', () => {
  const problem = (field: string, document = 0): Problem => ({ severity: 'error', message: 'no', field, document });
  const linesAfter = (text: string, ...problems: Problem[]) =>
    locateProblems({ text: TEXT, problems }, text).map(({ range }) => range.line);

  test('a problem moves with its field', () => {
    expect(linesAfter(`# a comment\n${TEXT}`, problem('spec.replicas'))).toEqual([8]);
    expect(linesAfter(`kind: Other\n---\n${TEXT}`, problem('spec.replicas'))).toEqual([9]);
  });

  test('a problem disappears once its value is edited, and others stay', () => {
    const text = TEXT.replace('three', '3');
    expect(linesAfter(text, problem('spec.replicas'), problem('spec.template.spec.containers[1].imag'))).toEqual([24]);
  });

  test('a problem disappears with its field, list item or document', () => {
    expect(linesAfter(TEXT.replace('  replicas: three\n', ''), problem('spec.replicas'))).toEqual([]);
    expect(linesAfter(TEXT.replace('value: 5', 'value: "5"'), problem('spec.template.spec.containers[0].env'))).toEqual(
      [],
    );
    expect(linesAfter(TEXT.replace('name: web', 'name: other'), problem('spec.replicas'))).toEqual([]);
    expect(linesAfter('', problem('spec.replicas'))).toEqual([]);
  });

  test("a missing field's problem disappears once it is added", () => {
    expect(linesAfter(TEXT, problem('spec.selector'))).toEqual([6]);
    expect(linesAfter(TEXT.replace('spec:\n', 'spec:\n  selector: {}\n'), problem('spec.selector'))).toEqual([]);
  });

  test('a rewrite leaves no problem on unrelated lines', () => {
    const rewrite = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  a: b\n';
    expect(linesAfter(rewrite, problem('spec.replicas'), problem(''), problem('metadata.name'))).toEqual([]);
  });

  test('invalid text throws no error', () => {
    expect(linesAfter('a: [\n', problem('spec.replicas'))).toEqual([]);
    expect(linesAfter(TEXT.replace('three', '*nothing'), problem('spec'))).toEqual([]);
  });
});

test('a problem is located in its document', () => {
  const text = 'kind: A\n---\nkind: B\nspec:\n  replicas: -1\n';
  const problems: Problem[] = [{ severity: 'error', message: 'no', field: 'spec.replicas', document: 1 }];
  expect(locateProblems({ text, problems }, text)).toMatchObject([{ range: { line: 5, column: 3 } }]);
});
