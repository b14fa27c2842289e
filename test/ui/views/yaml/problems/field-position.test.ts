import { describe, expect, test } from 'vitest';
import { fieldPosition } from '../../../../../src/ui/views/yaml/problems/field-position.ts';
import { readDocuments } from '../../../../../src/ui/views/yaml/yaml-documents.ts';

const TEXT = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app.example.com/name: web
  ownerReferences:
    - kind: Deployment
      uid: ""
spec:
  containers:
    - name: first
      image: one
    - name: second
      image: two
      ports:
        - containerPort: 80
          protocol: TCP
  tolerations: ["x"]
data:
  a b: c
  a[0]: d
`;

const { documents, lines } = readDocuments(TEXT);
function textAt(field: string): { text: string; isExact: boolean } {
  const document = documents[0];
  if (!document) throw new Error('no document');
  const { line, column, endColumn, isExact } = fieldPosition(document, lines, field);
  return { text: (TEXT.split('\n')[line - 1] ?? '').slice(column - 1, endColumn - 1), isExact };
}

describe('a field path of the server', () => {
  test.each([
    ['metadata.name', 'name: web'],
    ['metadata.labels', 'labels'],
    ['metadata.labels[app.example.com/name]', 'app.example.com/name: web'],
    ['.metadata.labels.app.example.com/name', 'app.example.com/name: web'],
    ['spec.containers[1].image', 'image: two'],
    ['.spec.containers[name="second"].image', 'image: two'],
    ['.spec.containers[name="second"].ports[containerPort=80,protocol="TCP"].containerPort', 'containerPort: 80'],
    ['.spec.tolerations[="x"]', '"x"'],
    ['data[a b]', 'a b: c'],
    ['data[a[0]]', 'a[0]: d'],
    ['metadata.ownerReferences.uid', 'uid: ""'],
  ])('%s is located at its field', (field, text) => {
    expect(textAt(field)).toEqual({ text, isExact: true });
  });

  test.each([
    ['spec.containers[0].resources.limits', 'n'],
    ['spec.nodeName', 'spec'],
    ['spec.containers[7].name', 'containers'],
  ])('%s is missing and is located at its nearest ancestor', (field, text) => {
    expect(textAt(field)).toEqual({ text, isExact: false });
  });
});
