import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import type { ServiceCall } from '../../src/api/ports/service-caller.ts';
import { systemClock } from '../../src/hosts/platform.ts';
import { createLocalServices } from '../../src/local-services/local-services.ts';
import { applyJsonPatch } from '../../src/patch/json-patch.ts';
import { FakeReader } from '../authorization/fake-reader.ts';
import { sandboxForTests } from './sandbox-for-tests.ts';

const TARGET = { namespace: 'x', name: 'hook', port: 443 };

/** A cluster with one local service that has this code. */
function servicesWith(code: string | undefined, annotations: object = { 'tabplane.dev/local-service': 'hook-code' }) {
  const reader = new FakeReader({
    services: [{ metadata: { namespace: 'x', name: 'hook', annotations }, spec: { ports: [{ port: 443 }] } }],
    configmaps:
      code === undefined ? [] : [{ metadata: { namespace: 'x', name: 'hook-code' }, data: { 'handler.js': code } }],
  } as unknown as Record<string, ApiObject[]>);
  return createLocalServices({ reader, sandbox: sandboxForTests, clock: systemClock });
}

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { 'a/b~c': '1' } },
  spec: { containers: [1, 2, 3] },
};
const review = (object: unknown = POD) => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: { uid: 'the-uid', operation: 'CREATE', object },
});
const post = (body: unknown, milliseconds = 10_000): ServiceCall => ({
  method: 'POST',
  path: '/',
  query: '',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  milliseconds,
});

/** Returns the `response` of the review for a handler, and its patch. */
async function answer(code: string, object: unknown = POD) {
  const response = await servicesWith(code)(TARGET, post(review(object)));
  if (response.status !== 200) return { status: response.status, text: response.body };
  const { apiVersion, kind, response: decision } = JSON.parse(response.body);
  expect({ apiVersion, kind }).toEqual({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview' });
  const { patch, ...rest } = decision;
  if (patch === undefined) return rest;
  const bytes = Uint8Array.from(atob(patch), (character) => character.charCodeAt(0));
  return { ...rest, patch: JSON.parse(new TextDecoder().decode(bytes)) };
}

describe('a local service called for admission', () => {
  it.each(['() => {}', '() => null', '() => true', '() => ({})', '({ object }) => ({ object })'])(
    'allows: %s',
    async (handler) => expect(await answer(`export default ${handler}`)).toEqual({ uid: 'the-uid', allowed: true }),
  );

  it('receives the request of the review', async () => {
    expect(await answer('export default ({ operation, object }) => ({ message: operation + object.kind })')).toEqual({
      uid: 'the-uid',
      allowed: false,
      status: { message: 'CREATEPod' },
    });
  });

  it('denies, with or without a message', async () => {
    expect(await answer('export default () => false')).toMatchObject({ allowed: false });
    expect(await answer('export default () => ({ allowed: false, message: "no", code: 402, reason: "Poor" })')).toEqual(
      {
        uid: 'the-uid',
        allowed: false,
        status: { message: 'no', code: 402, reason: 'Poor' },
      },
    );
  });

  it('returns warnings and annotations', async () => {
    expect(await answer('export default () => ({ warnings: ["w"], auditAnnotations: { a: "b" } })')).toEqual({
      uid: 'the-uid',
      allowed: true,
      warnings: ['w'],
      auditAnnotations: { a: 'b' },
    });
  });

  it('converts a changed object to a patch', async () => {
    const code = `export default ({ object }) => {
      object.metadata.labels['a/b~c'] = 'ü';
      delete object.metadata.name;
      object.spec.containers = [1];
      object.spec.nodeName = 'n';
      return { object };
    }`;
    const { patchType, patch } = await answer(code);
    expect(patchType).toBe('JSONPatch');
    expect(patch).toEqual([
      { op: 'remove', path: '/metadata/name' },
      { op: 'replace', path: '/metadata/labels/a~1b~0c', value: 'ü' },
      { op: 'remove', path: '/spec/containers/2' },
      { op: 'remove', path: '/spec/containers/1' },
      { op: 'add', path: '/spec/nodeName', value: 'n' },
    ]);
  });

  it('may return a patch', async () => {
    const code = `export default () => ({ patch: [{ op: 'add', path: '/metadata/labels/x', value: 'y' }] })`;
    expect((await answer(code)).patch).toEqual([{ op: 'add', path: '/metadata/labels/x', value: 'y' }]);
  });

  it('may return a complete review, valid or not', async () => {
    const code = `export default () => ({ apiVersion: 'v9', kind: 'AdmissionReview', response: { uid: 'other' } })`;
    const response = await servicesWith(code)(TARGET, post(review()));
    expect(JSON.parse(response.body)).toEqual({
      apiVersion: 'v9',
      kind: 'AdmissionReview',
      response: { uid: 'other' },
    });
  });

  it.each([
    ['() => 5', 'the handler returned 5, which is not a decision'],
    ['() => [1]', 'the handler returned [1], which is not a decision'],
    [
      '() => ({ alowed: false })',
      'the handler returned the unknown member "alowed"; valid members are allowed, message',
    ],
    ['() => { throw new Error("boom") }', 'Error: boom at handler.js:1'],
  ])('fails like a broken webhook: %s', async (handler, text) => {
    expect(await answer(`export default ${handler}`)).toEqual({ status: 500, text: expect.stringContaining(text) });
  });

  it('computes a patch between any two objects', () =>
    fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (before, after) => {
          const text = JSON.stringify([before, after]);
          fc.pre(!text.includes('__proto__'));
          const [from, to] = JSON.parse(text);
          const { patch = [] } = await answer(`export default () => ({ object: ${JSON.stringify(to)} })`, from);
          expect(JSON.parse(applyJsonPatch(JSON.stringify(from), JSON.stringify(patch)))).toEqual(to);
        },
      ),
      { numRuns: 100 },
    ));
});

describe('any other request', () => {
  it('is passed unchanged, with an unchanged response', async () => {
    const code = `export default ({ method, path, query, headers, body }) => ({
      status: 201, headers: { 'x-a': 'b' }, body: { method, path, query, type: headers['content-type'], body },
    })`;
    const response = await servicesWith(code)(TARGET, {
      method: 'PUT',
      path: '/a/b',
      query: 'c=d',
      headers: { 'content-type': 'text/x' },
      body: 'text',
      milliseconds: 10_000,
    });
    expect(response.status).toBe(201);
    expect(response.headers).toEqual({ 'content-type': 'application/json', 'x-a': 'b' });
    expect(JSON.parse(response.body)).toEqual({
      method: 'PUT',
      path: '/a/b',
      query: { c: 'd' },
      type: 'text/x',
      body: 'text',
    });
  });

  it.each(['() => 1', '() => ({ status: 9000 })', '() => ({ headers: { "\\n": "" } })'])(
    'fails on %s',
    async (handler) => {
      const response = await servicesWith(`export default ${handler}`)(TARGET, post({}));
      expect(response.status).toBe(500);
    },
  );
});

describe('console output of the handler', () => {
  it('is returned with the answer and with a failure', async () => {
    const services = (code: string) => servicesWith(`export default () => { ${code} }`)(TARGET, post(review()));
    expect(await services('console.log("é", 1)')).toMatchObject({ status: 200, console: ['é 1'] });
    expect(await services('console.log("a\\nb"); throw 1')).toMatchObject({ status: 500, console: ['a\nb'] });
  });
});

describe('a service that cannot be reached', () => {
  const fails = (services: ReturnType<typeof servicesWith>, target = TARGET, milliseconds = 10_000) =>
    expect(services(target, post(review(), milliseconds))).rejects;

  it('does not exist', () =>
    fails(servicesWith(''), { ...TARGET, name: 'other' }).toThrow('service "other" not found'));
  it('has no such port', () =>
    fails(servicesWith(''), { ...TARGET, port: 8443 }).toThrow('no service port 8443 found for service "hook"'));
  it('has no code', () => fails(servicesWith('', {})).toThrow('no endpoints available for service "hook"'));
  it('has code that is missing', () =>
    fails(servicesWith(undefined)).toThrow(
      'no endpoints available for service "hook": configmap "hook-code" not found',
    ));
  it('exceeds its timeout', async () => {
    const start = performance.now();
    await fails(servicesWith('export default () => { for (;;); }'), TARGET, 1000).toThrow('context deadline exceeded');
    expect(performance.now() - start).toBeGreaterThan(900);
  });
});
