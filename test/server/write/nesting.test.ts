import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../helpers/until.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { createWholeServer } from '../whole-server.ts';

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const TOO_DEEP = 'the object is nested too deeply: with its managed fields, it may have 500 levels';
/** The managed fields of a field have five levels more than the field. */
const MOST = 495;

/** Returns the text of objects within each other. */
const nested = (levels: number, name: string, innermost = '"x"'): string =>
  `${`{"${name}":`.repeat(levels)}${innermost}${'}'.repeat(levels)}`;

/** Returns a widget with this many levels. */
const widget = (levels: number, name: string, inner: string): string =>
  `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"${name}"},"spec":${nested(levels - 1, inner)}}`;

let cluster: Awaited<ReturnType<typeof createWholeServer>>;
const send = async (method: string, path: string, body: string, type = 'application/json') => {
  const response = await cluster.send(method, path, { body, headers: { 'content-type': type } });
  return { ...(await response.json()), code: response.status };
};

beforeAll(async () => {
  cluster = await createWholeServer();
  const definition = widgetDefinition({
    type: 'object',
    properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  expect((await cluster.post(DEFINITIONS, definition)).status).toBe(201);
  await until(async () => (await cluster.get(WIDGETS)).status === 200);
});

// Objects with integer names are written by a function of our own, which needs more of the call stack.
describe.each(['a', '1'])('objects within each other, named %s', (inner) => {
  test('are stored and read on up to 495 levels', async () => {
    const name = `deep-${inner}`;
    expect(await send('POST', WIDGETS, widget(MOST, name, inner))).toMatchObject({ code: 201 });
    expect(await (await cluster.get(`${WIDGETS}/${name}`)).text()).toContain(nested(MOST - 1, inner));
    expect(await (await cluster.get(WIDGETS)).text()).toContain(nested(MOST - 1, inner));
    const patched = await send(
      'PATCH',
      `${WIDGETS}/${name}`,
      '{"metadata":{"labels":{"a":"b"}}}',
      'application/merge-patch+json',
    );
    expect(patched).toMatchObject({ code: 200, metadata: { labels: { a: 'b' } } });
    expect((await cluster.send('DELETE', `${WIDGETS}/${name}`)).status).toBe(200);
  });

  test.each([
    ['a create', ''],
    ['a dry run', '?dryRun=All'],
  ])('are refused by %s on more levels, before anything is stored', async (_, query) => {
    for (const levels of [MOST + 1, 1000, 2000, 3000, 4000]) {
      const answer = await send('POST', `${WIDGETS}${query}`, widget(levels, `deeper-${inner}`, inner));
      expect(answer).toMatchObject({ code: 400, reason: 'BadRequest' });
      expect((await cluster.get(`${WIDGETS}/deeper-${inner}`)).status).toBe(404);
    }
    expect((await send('POST', WIDGETS, widget(MOST + 1, `deeper-${inner}`, inner))).message).toBe(TOO_DEEP);
  });

  test('are refused when a patch adds the level that is too much', async () => {
    const name = `grown-${inner}`;
    expect(await send('POST', WIDGETS, widget(MOST, name, inner))).toMatchObject({ code: 201 });
    const merge = `{"spec":${nested(MOST - 1, inner, '{"b":1}')}}`;
    const add = JSON.stringify([{ op: 'add', path: `/spec${`/${inner}`.repeat(MOST - 1)}`, value: { b: 1 } }]);
    for (const [patch, type] of [
      [merge, 'merge-patch'],
      [add, 'json-patch'],
    ] as const)
      expect(await send('PATCH', `${WIDGETS}/${name}`, patch, `application/${type}+json`)).toMatchObject({
        code: 400,
        message: TOO_DEEP,
      });
    expect(await (await cluster.get(`${WIDGETS}/${name}`)).text()).toContain(nested(MOST - 1, inner));
  });
});
