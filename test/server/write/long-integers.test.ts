import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

/** The next double is 9007199254740994. */
const LONG = '9007199254740993';
const WIDGETS = '/apis/example.com/v1/namespaces/shop/widgets';
const REVISIONS = '/apis/apps/v1/namespaces/shop/controllerrevisions';

let cluster: Awaited<ReturnType<typeof createWholeServer>>;

async function ask(method: string, path: string, body?: string, type = 'application/json', accept = type) {
  const headers = { 'content-type': type, accept };
  const response = await cluster.send(method, path, body === undefined ? { headers } : { body, headers });
  return { code: response.status, text: await response.text() };
}

const widget = (name: string, spec: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"${name}"},"spec":${spec}}`;

beforeAll(async () => {
  cluster = await createWholeServer({ flags: { dialect: 'kubernetes' } as never });
  await ask('POST', '/api/v1/namespaces', '{"metadata":{"name":"shop"}}');
  await ask('POST', '/api/v1/namespaces/shop/serviceaccounts', '{"metadata":{"name":"default"}}');
  const spec = {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: {
      odd: { type: 'integer', maximum: 2 ** 62 },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } },
    },
    'x-kubernetes-validations': [{ rule: '!has(self.odd) || self.odd % 2 == 1' }],
  };
  const definition = {
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
  await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', JSON.stringify(definition));
  await vi.waitFor(async () => expect((await ask('GET', WIDGETS)).code).toBe(200));
});

describe('an integer that a double cannot hold', () => {
  it.each([
    ['a', 'a create', 'POST', '', widget('one', `{"a":${LONG}}`), 'json'],
    ['b', 'a merge patch', 'PATCH', '/one', `{"spec":{"b":${LONG}}}`, 'merge-patch+json'],
    ['c', 'a JSON patch', 'PATCH', '/one', `[{"op":"add","path":"/spec/c","value":${LONG}}]`, 'json-patch+json'],
    ['d', 'an apply', 'PATCH', '/one?fieldManager=m', widget('one', `{"d":${LONG}}`), 'apply-patch+yaml'],
  ])('keeps its digits as member %s of a custom object in %s', async (member, _, method, path, body, type) => {
    const { text } = await ask(method, WIDGETS + path, body, `application/${type}`, 'application/json');
    expect(text).toMatch(new RegExp(`"${member}":${LONG}[,}]`));
  });

  it('keeps its digits when the object is read in any form', async () => {
    await ask('POST', WIDGETS, widget('read', `{"a":${LONG}}`));
    expect((await ask('GET', `${WIDGETS}/read`)).text).toContain(`"a":${LONG}`);
    expect((await ask('GET', `${WIDGETS}/read?pretty=1`)).text).toContain(`"a": ${LONG}`);
    expect((await ask('GET', `${WIDGETS}/read`, undefined, 'application/yaml')).text).toContain(`a: ${LONG}`);
    expect((await ask('GET', WIDGETS)).text).toContain(`"a":${LONG}`);
  });

  it('is compared exactly by schemas and expressions', async () => {
    expect((await ask('POST', WIDGETS, widget('odd', `{"odd":${LONG}}`))).code).toBe(201);
    expect((await ask('POST', WIDGETS, widget('even', '{"odd":9007199254740994}'))).code).toBe(422);
    expect((await ask('POST', WIDGETS, widget('set', `{"set":[${LONG},9007199254740992]}`))).code).toBe(201);
    const { text } = await ask('POST', WIDGETS, widget('high', '{"odd":9223372036854775807,"set":[1,1]}'));
    expect(text).toContain('9223372036854775807: spec.odd in body should be less than or equal to 4611686018427387904');
  });

  it('keeps its digits in fields of built-in kinds and in raw JSON', async () => {
    const body = `{"metadata":{"name":"r"},"revision":${LONG},"data":{"a":${LONG}}}`;
    const created = await ask('POST', REVISIONS, body);
    expect(created.text).toContain(`"data":{"a":${LONG}},"revision":${LONG}`);
    const patch = '{"revision":9223372036854775807}';
    const patched = await ask('PATCH', `${REVISIONS}/r`, patch, 'application/strategic-merge-patch+json', '*/*');
    expect(patched.text).toContain('"revision":9223372036854775807');
  });

  it('is shown with its digits in messages', async () => {
    const spec = `{"containers":[{"name":"a","image":"i"}],"securityContext":{"runAsUser":${LONG}}}`;
    const { text } = await ask('POST', '/api/v1/namespaces/shop/pods', `{"metadata":{"name":"p"},"spec":${spec}}`);
    expect(text).toContain(`Invalid value: ${LONG}: must be between 0 and 2147483647, inclusive`);
  });
});

describe('an integer above 64 bits', () => {
  it('is rejected for a field of a built-in kind', async () => {
    const { code, text } = await ask('POST', REVISIONS, '{"metadata":{"name":"x"},"revision":9223372036854775808}');
    expect(code).toBe(400);
    expect(text).toContain('cannot unmarshal number 9223372036854775808 into Go struct field');
  });

  it('becomes the smallest int64 in a strategic merge patch, as Go converts floats', async () => {
    await ask('POST', REVISIONS, '{"metadata":{"name":"w"},"revision":1,"data":{}}');
    const patch = '{"revision":9223372036854775808}';
    const { text } = await ask('PATCH', `${REVISIONS}/w`, patch, 'application/strategic-merge-patch+json', '*/*');
    expect(text).toContain('revision: Invalid value: -9223372036854775808: must be greater than or equal to 0');
  });
});

describe('the grace period of a pod', () => {
  it('may overflow 64 bits as a number of nanoseconds, as in Go', async () => {
    const spec =
      '{"containers":[{"name":"a","image":"i"}],"nodeName":"n","terminationGracePeriodSeconds":9223372036854775807}';
    const pods = '/api/v1/namespaces/shop/pods';
    await ask('POST', pods, `{"metadata":{"name":"long"},"spec":${spec}}`);
    const { code, text } = await ask('DELETE', `${pods}/long`);
    expect(code).toBe(200);
    expect(text).toContain('"deletionGracePeriodSeconds":9223372036854775807');
  });
});
