import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { type Call, newCall } from '../../../src/server/context/call.ts';
import { requestOfFetch } from '../../../src/server/http/fetch/fetch-messages.ts';
import {
  acceptedForError,
  acceptedMediaType,
  requireAccepted,
  requireProduced,
  requireStreamable,
  wantsPretty,
} from '../../../src/server/http/negotiation.ts';
import { readRequestInfo } from '../../../src/server/http/read-request-info.ts';
import { createReadServer } from '../read-server.ts';

const { server } = await createReadServer();
const PATH = '/api/v1/namespaces/default/configmaps/a';
const TABLE = 'as=Table;g=meta.k8s.io;v=v1';
const METADATA = 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

function callOf(accept: string, { path = PATH, isCustom = false } = {}): Call {
  const url = new URL(`http://cluster${path}`);
  const resource = server.resources.find('', 'v1', 'configmaps');
  const received = {
    request: requestOfFetch(new Request(url, { headers: { accept } })),
    url,
    connection: {},
    info: readRequestInfo('GET', url),
    user: { username: 'admin' },
    warnings: [],
  };
  return Object.assign(newCall(received, server), { resource: resource && { ...resource, isCustom } });
}

describe('the representation of a response', () => {
  test.each([
    ['', { mediaType: 'application/json' }],
    ['*/*', { mediaType: 'application/json' }],
    ['application/yaml', { mediaType: 'application/yaml' }],
    [PROTOBUF, { mediaType: PROTOBUF }],
    [`application/json;q=0.5, ${PROTOBUF};q=0.9`, { mediaType: PROTOBUF }],
    ['text/html, application/yaml;q=0', { mediaType: 'application/yaml' }],
    ['*/*, application/yaml;q=0.1', { mediaType: 'application/yaml' }],
    ['application/json;q=high, application/yaml;q=0.1', { mediaType: 'application/yaml' }],
    ['nonsense, application/json/x, application/yaml', { mediaType: 'application/yaml' }],
    ['application/json;pretty=1', { mediaType: 'application/json', pretty: true }],
    [`application/json;${TABLE}`, { mediaType: 'application/json', transform: { kind: 'Table', version: 'v1' } }],
    [`application/yaml;${TABLE}`, { mediaType: 'application/yaml', transform: { kind: 'Table', version: 'v1' } }],
    [`*/*;${TABLE}`, { mediaType: 'application/json', transform: { kind: 'Table', version: 'v1' } }],
    [`${PROTOBUF};${TABLE}, application/yaml`, { mediaType: 'application/yaml' }],
    [`application/json;as=Table;g=meta.k8s.io;v=v9, application/json`, { mediaType: 'application/json' }],
    ['application/json;stream=watch', { mediaType: 'application/json' }],
    ['application/yaml;stream=watch, application/json', { mediaType: 'application/json' }],
  ])('for the Accept header "%s" is %j', (accept, expected) => {
    expect(acceptedMediaType(callOf(accept))).toEqual(expected);
  });

  test('unknown media types and unavailable forms are rejected with different messages', () => {
    expect(() => requireProduced(callOf('text/html'))).toThrow(
      '406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
    expect(() => acceptedMediaType(callOf(`${PROTOBUF};${TABLE}`))).toThrow(
      'only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    );
  });

  test('custom resources have no Protobuf form, but their metadata has one', () => {
    const custom = { isCustom: true };
    expect(() => acceptedMediaType(callOf(PROTOBUF, custom))).toThrow('only the following media types');
    expect(acceptedMediaType(callOf(`${PROTOBUF};${METADATA}`, custom)).mediaType).toBe(PROTOBUF);
    expect(acceptedMediaType(callOf('application/*', custom)).mediaType).toBe('application/json');
  });

  test('a watch is a stream of JSON or Protobuf', () => {
    const path = '/api/v1/configmaps?watch=1';
    const accepted = (accept: string) => acceptedMediaType(callOf(accept, { path }));
    expect(() => requireStreamable(accepted(`${PROTOBUF};stream=watch`), kubernetesDialect)).not.toThrow();
    expect(() => requireStreamable(accepted('application/yaml'), kubernetesDialect)).toThrow(
      'only the following media types are accepted: application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch',
    );
  });

  test('an error is never transformed, so it has no media type if only transformed ones are accepted', () => {
    const accepted = (accept: string) => acceptedForError(callOf(accept).request, kubernetesDialect)?.mediaType;
    expect(accepted(`application/yaml;${TABLE}`)).toBeUndefined();
    expect(accepted(`application/json;${TABLE}, application/yaml`)).toBe('application/yaml');
    expect(accepted(PROTOBUF)).toBe(PROTOBUF);
  });
});

test('a path with one form rejects all others', () => {
  expect(() => requireAccepted(callOf(PROTOBUF).request, 'application/json')).toThrow(
    '406: Not Acceptable\n\nAvailable representations: application/json',
  );
});

describe('JSON is indented', () => {
  const isPretty = (query: string, headers: Record<string, string> = {}): boolean => {
    const url = new URL(`http://cluster/api${query}`);
    return wantsPretty(new Request(url, { headers }), url);
  };
  test.each(['?pretty=true', '?pretty=1', '?pretty=T'])('for %s', (query) => expect(isPretty(query)).toBe(true));
  test('for curl, wget and browser navigation, unless the query says otherwise', () => {
    expect(isPretty('', { 'user-agent': 'curl/8.5.0' })).toBe(true);
    expect(isPretty('', { 'user-agent': 'Wget/1.21' })).toBe(true);
    expect(isPretty('', { 'user-agent': 'Mozilla/5.0 (X11)', 'sec-fetch-mode': 'navigate' })).toBe(true);
    expect(isPretty('?pretty=', { 'user-agent': 'curl/8.5.0' })).toBe(true);
    expect(isPretty('?pretty=0', { 'user-agent': 'curl/8.5.0' })).toBe(false);
  });
  test('not for scripts and clients', () => {
    expect(isPretty('', { 'user-agent': 'Mozilla/5.0 (X11)' })).toBe(false);
    expect(isPretty('', { 'user-agent': 'kubectl/v1.28.3' })).toBe(false);
    expect(isPretty('?pretty=yes')).toBe(false);
  });
});
