import { describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../../src/hosts/load-descriptions.ts';
import type { Descriptions } from '../../../src/schema/openapi/descriptions.ts';
import { createWholeServer } from '../whole-server.ts';

const TEXTS: Descriptions = { core: { PodSpec: { about: 'How a pod runs.' } } };
const POD_SPEC = 'io.k8s.api.core.v1.PodSpec';
const PROTOBUF = { accept: 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf' };

describe('the texts of the OpenAPI documents', () => {
  test('are loaded once, by the first request of a document', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return TEXTS;
    };
    const { get, server } = await createWholeServer({ loadDescriptions: load });
    await get('/api/v1/pods');
    expect(loads).toBe(0);
    const [v2, v3] = await Promise.all([get('/openapi/v2'), get('/openapi/v3/api/v1'), get('/openapi/v3')]);
    expect((await v2.json()).definitions[POD_SPEC].description).toBe('How a pod runs.');
    expect((await v3.json()).components.schemas[POD_SPEC].description).toBe('How a pod runs.');
    expect(await (await get('/openapi/v2', PROTOBUF)).text()).toContain('How a pod runs.');
    expect(loads).toBe(1);
    await server.close();
  });

  test('cover every schema of the documents', async () => {
    const { get, server } = await createWholeServer({ loadDescriptions });
    const { definitions } = await (await get('/openapi/v2')).json();
    const bare = Object.entries(definitions as Record<string, { description?: string; properties?: object }>).flatMap(
      ([name, { description, properties = {} }]) => [
        ...(description ? [] : [name]),
        ...Object.entries(properties)
          .filter(([, property]) => !property.description)
          .map(([field]) => `${name}.${field}`),
      ],
    );
    expect(bare).toEqual([]);
    await server.close();
  });

  test.each([
    ['kubernetes', 'Such as `kubernetes.io/kubelet` or `events.k8s.io`.'],
    ['cluster', 'Such as `cluster.io/kubelet` or `events.cluster.io`.'],
  ] as const)('have the names of the dialect %s', async (dialect, expected) => {
    const text = 'Such as `kubernetes.io/kubelet` or `events.k8s.io`.';
    const { get, server } = await createWholeServer({
      loadDescriptions: async () => ({ core: { Event: { fields: { reportingComponent: text } } } }),
      flags: { dialect },
    });
    const { schemas } = (await (await get('/openapi/v3/api/v1')).json()).components;
    expect(schemas['io.k8s.api.core.v1.Event'].properties.reportingComponent.description).toBe(expected);
    await server.close();
  });

  test('are omitted and reported when they cannot be loaded, and a later request retries', async () => {
    let isBroken = true;
    const problems: unknown[] = [];
    const { get, server } = await createWholeServer({
      loadDescriptions: async () => {
        if (isBroken) throw new TypeError('no network');
        return TEXTS;
      },
      reportProblem: (problem, error) => problems.push([problem, String(error)]),
    });
    const bare = await get('/openapi/v2');
    expect(bare.status).toBe(200);
    expect((await bare.json()).definitions[POD_SPEC].description).toBeUndefined();
    expect(problems).toEqual([['the OpenAPI documents are served without descriptions', 'TypeError: no network']]);
    isBroken = false;
    const known = bare.headers.get('etag') ?? '';
    const full = await get('/openapi/v2', { 'if-none-match': known });
    expect(full.status).toBe(200);
    expect(full.headers.get('etag')).not.toBe(known);
    expect((await full.json()).definitions[POD_SPEC].description).toBe('How a pod runs.');
    await server.close();
  });
});
