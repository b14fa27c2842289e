import { describe, expect, it } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

/** Property names that every JavaScript object inherits. */
describe.each(['__proto__', 'constructor', 'toString'])('a ConfigMap key named %s', (key) => {
  const data = (value: string | null) => `{"data":{"${key}":${JSON.stringify(value)}}}`;

  /** Creates a ConfigMap and returns a function that patches it and returns its data and the managers of its data. */
  async function configMap(text: string) {
    const { send } = await createWholeServer();
    const write = async (method: string, path: string, type: string, body: string) => {
      const response = await send(method, path, { body, headers: { 'content-type': `application/${type}` } });
      const answer = JSON.parse(await response.text());
      const owned = answer.metadata?.managedFields?.map((entry: { fieldsV1: object }) =>
        JSON.stringify(Object.values(entry.fieldsV1)[0] ?? {}),
      );
      return { status: response.status, data: JSON.stringify(answer.data), owned };
    };
    await write('POST', MAPS, 'json', `{"metadata":{"name":"a"},"data":${text}}`);
    return (type: string, body: string) =>
      write('PATCH', `${MAPS}/a?fieldManager=other&${type.startsWith('apply') ? 'force=true' : ''}`, type, body);
  }

  it.each(['merge-patch+json', 'strategic-merge-patch+json'])('is set, changed and deleted by a %s', async (type) => {
    const patch = await configMap('{"b":"c"}');
    expect(await patch(type, data('1'))).toMatchObject({ status: 200, data: expect.stringContaining(`"${key}":"1"`) });
    expect(await patch(type, data('2'))).toMatchObject({ data: expect.stringContaining(`"${key}":"2"`) });
    expect(await patch(type, data(null))).toMatchObject({ data: '{"b":"c"}' });
  });

  it('is set and changed by a JSON patch', async () => {
    const patch = await configMap('{"b":"c"}');
    const add = (value: string) => `[{"op":"add","path":"/data/${key}","value":"${value}"}]`;
    expect(await patch('json-patch+json', add('1'))).toMatchObject({ data: expect.stringContaining(`"${key}":"1"`) });
    expect(await patch('json-patch+json', add('2'))).toMatchObject({ data: expect.stringContaining(`"${key}":"2"`) });
  });

  it('is applied, owned and removed again', async () => {
    const patch = await configMap('{}');
    const applied = (members: string) =>
      patch('apply-patch+yaml', `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {${members}}\n`);
    expect(await applied(`${key}: x, b: c`)).toEqual({
      status: 200,
      data: key < 'b' ? `{"${key}":"x","b":"c"}` : `{"b":"c","${key}":"x"}`,
      owned: [key < 'b' ? `{"f:${key}":{},"f:b":{}}` : `{"f:b":{},"f:${key}":{}}`],
    });
    expect(await applied(`${key}: z`)).toEqual({ status: 200, data: `{"${key}":"z"}`, owned: [`{"f:${key}":{}}`] });
    expect((await applied('b: c')).data).toBe('{"b":"c"}');
  });
});
