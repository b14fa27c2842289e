import { describe, expect, it } from 'vitest';
import { type JsonBody, jsonBodyOf } from '../../../src/api/encoding/json-body.ts';
import { ObjectResponse, TextRequest, TextResponse } from '../../../src/api/encoding/text-messages.ts';
import { HeaderList } from '../../../src/api/messages/header-list.ts';

const TEXT = '{"name":"größe"}';
const URL = 'http://localhost/api';

describe.each([
  ['request', () => new TextRequest(URL, { method: 'POST', body: TEXT, headers: { 'content-type': 'text/x' } })],
  ['response', () => new TextResponse(TEXT, { status: 201, headers: { 'content-type': 'text/x' } })],
])('a text %s', (_kind, create) => {
  it('reads its body in every form, as often as asked', async () => {
    const message = create();
    expect(await message.text()).toBe(TEXT);
    expect(await message.json()).toEqual({ name: 'größe' });
    expect(new TextDecoder().decode(await message.arrayBuffer())).toBe(TEXT);
    expect(new TextDecoder().decode(await message.bytes())).toBe(TEXT);
    expect(await (await message.blob()).text()).toBe(TEXT);
    expect((await message.blob()).type).toBe('text/x');
    expect(await new Response(message.body).text()).toBe(TEXT);
  });

  it('keeps its body and its headers in a clone', async () => {
    const clone = create().clone();
    expect(await clone.text()).toBe(TEXT);
    expect(clone.headers.get('content-type')).toBe('text/x');
  });
});

it('has no body when it was given none', async () => {
  const request = new TextRequest(URL);
  expect(request.body).toBeNull();
  expect(await request.text()).toBe('');
  expect(request.clone().body).toBeNull();
});

it('keeps the status of a response in a clone', () => {
  expect(new TextResponse(TEXT, { status: 201 }).clone().status).toBe(201);
});

it('passes on its method and its signal', () => {
  const { signal } = new AbortController();
  const request = new TextRequest(URL, { method: 'PUT', body: TEXT, signal });
  expect(request.method).toBe('PUT');
  expect(request.clone().method).toBe('PUT');
  expect(request.signal.aborted).toBe(false);
});

it('reads the text of a value that the client has handed over, in a clone even after the value was taken', async () => {
  const body = jsonBodyOf({ name: 'größe' }) as JsonBody;
  const request = new TextRequest(URL, { method: 'POST', body });
  expect(request.jsonBody).toBe(body);
  expect(await request.text()).toBe(TEXT);
  const clone = request.clone();
  body.take();
  expect(await clone.text()).toBe(TEXT);
});

describe('a response with an object', () => {
  const given = new HeaderList({ 'content-type': 'text/x' });
  const create = () => new ObjectResponse(Object.freeze({ name: 'größe' }), 201, given);

  it('is read as its text would be', async () => {
    const response = create();
    expect([response.status, response.ok]).toEqual([201, true]);
    expect(await response.json()).toBe(response.object);
    expect(await response.text()).toBe(`${TEXT}\n`);
    expect(await response.clone().json()).toEqual(response.object);
  });

  it('has the text that Go writes', async () => {
    expect(await new ObjectResponse({ a: '<' }, 200, given).text()).toBe('{"a":"\\u003c"}\n');
  });

  it('makes its headers once, when they are read', () => {
    const headers = new HeaderList({ 'content-type': 'text/x' });
    let count = 0;
    headers.addLater((added) => added.set('x-count', String(++count)));
    const response = new ObjectResponse({}, 200, headers);
    expect(count).toBe(0);
    for (let time = 0; time < 2; time++) expect(response.headers.get('x-count')).toBe('1');
    expect(response.headers.get('content-type')).toBe('text/x');
  });
});
