import { expect } from 'vitest';
import { isRecord } from '../../../../src/api/object.ts';
import type { ServerOptions } from '../../../../src/server/server-options.ts';
import { createWholeServer } from '../../whole-server.ts';

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const NAME = 'endpoints.net.example.com';
export const at = (version: string, name = ''): string =>
  `/apis/net.example.com/${version}/namespaces/default/endpoints${name && `/${name}`}`;

/** An object of the test's kind; v1 has `hostPort`, v2 has `host` and `port`. */
// biome-ignore lint/suspicious/noExplicitAny: tests read free-form objects
export type Loose = any;

interface Review {
  readonly apiVersion: string;
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Loose[] };
}

const schema = (spec: object) => ({
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: { type: 'object', properties: spec },
      status: { type: 'object', properties: { ready: { type: 'integer' } } },
    },
  },
});
const TEXT = { type: 'string' };
const PARTS = { served: true, subresources: { status: {} } };
export const V1 = { name: 'v1', ...PARTS, schema: schema({ hostPort: TEXT, size: { type: 'integer' } }) };
export const V2 = { name: 'v2', ...PARTS, schema: schema({ host: TEXT, port: TEXT, size: { type: 'integer' } }) };

export const conversion = (changes: object = {}) => ({
  strategy: 'Webhook',
  webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://convert.example/crd' }, ...changes },
});

/** Returns a definition that stores v1 by default. */
export const definition = (spec: object = {}) => ({
  metadata: { name: NAME },
  spec: {
    group: 'net.example.com',
    scope: 'Namespaced',
    names: { plural: 'endpoints', kind: 'Endpoint' },
    versions: [
      { ...V1, storage: true },
      { ...V2, storage: false },
    ],
    conversion: conversion(),
    ...spec,
  },
});

/** Converts between the versions of the test's kind. */
export function convert(object: Loose, apiVersion: string): Loose {
  const { hostPort, host, port, ...rest } = object.spec ?? {};
  const [first = '', second = ''] = (hostPort ?? '').split(':');
  const spec = apiVersion.endsWith('v2')
    ? { ...rest, host: host ?? first, port: port ?? second }
    : { ...rest, hostPort: hostPort ?? `${host}:${port}` };
  return { ...object, apiVersion, ...(object.spec ? { spec } : {}) };
}

/** Opens a server that serves the definition and whose conversion webhook is a function. */
export async function openConversionServer(spec: object = {}, options: Partial<ServerOptions> = {}) {
  const reviews: Review[] = [];
  const webhook = {
    /** Changes the response of the next reviews. */
    answer: (review: Review): object => ({
      result: { status: 'Success' },
      convertedObjects: review.request.objects.map((object) => convert(object, review.request.desiredAPIVersion)),
    }),
  };
  const whole = await createWholeServer({
    fetch: async (request) => {
      const review = (await request.json()) as Review;
      reviews.push(review);
      const response = { uid: review.request.uid, ...webhook.answer(review) };
      return Response.json({ apiVersion: review.apiVersion, kind: 'ConversionReview', response });
    },
    ...options,
  });
  const ask = async (method: string, path: string, body?: unknown, type = 'application/json') => {
    const sent = isRecord(body) || Array.isArray(body) ? { body: JSON.stringify(body) } : {};
    const response = await whole.send(method, path, { headers: { 'content-type': type }, ...sent });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Loose };
  };
  const merge = (path: string, body: unknown) => ask('PATCH', path, body, 'application/merge-patch+json');
  const apply = (path: string, manager: string, body: object, force = false) =>
    ask('PATCH', `${path}?fieldManager=${manager}&force=${force}`, body, 'application/apply-patch+yaml');
  const until = async (path: string, accepts: (body: Loose, status: number) => boolean) =>
    expect
      .poll(async () => {
        const { body, status } = await ask('GET', path);
        return accepts(body, status);
      })
      .toBe(true);
  const redefine = (spec: object) => merge(`${DEFINITIONS}/${NAME}`, { spec });
  const created = await ask('POST', DEFINITIONS, definition(spec));
  expect(created.status).toBe(201);
  await until(at('v1'), (_, status) => status === 200);
  return { ...whole, ask, merge, apply, until, redefine, webhook, reviews };
}

export const endpoint = (version: string, name: string, spec: object, metadata: object = {}) => ({
  apiVersion: `net.example.com/${version}`,
  kind: 'Endpoint',
  metadata: { name, ...metadata },
  spec,
});
