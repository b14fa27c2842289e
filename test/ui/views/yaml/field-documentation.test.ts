import type { JSONSchema } from 'monaco-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../../../src/hosts/load-descriptions.ts';
import { editorSchema } from '../../../../src/ui/views/yaml/editor-schema.ts';
import { until } from '../../../helpers/until.ts';
import { createWholeServer } from '../../../server/whole-server.ts';
import { editorAt } from './yaml-language-service.ts';

const POD = { group: '', version: 'v1', kind: 'Pod' };
const HEAD = 'apiVersion: v1\nkind: Pod\n';

describe('the editor of a pod', () => {
  let schema: JSONSchema;

  beforeAll(async () => {
    const { get, server } = await createWholeServer({ loadDescriptions });
    const document = await (await get('/openapi/v3/api/v1')).json();
    schema = editorSchema([document], [POD]) ?? {};
    await server.close();
  });

  test.each([
    ['a field', 'spec:\n  restart|Policy: Always\n', 'When containers are restarted'],
    ['a list', 'spec:\n  contain|ers:\n  - name: a\n', 'Containers of the pod'],
    ['a field of an element', 'spec:\n  containers:\n  - im|age: a\n', 'Image to run'],
    ['a struct', 'spec:\n  security|Context:\n    runAsUser: 1\n', 'Security settings for all containers'],
    ['metadata', 'metadata:\n  generate|Name: a\n', 'Prefix of a name'],
    ['a label', 'metadata:\n  lab|els:\n    a: b\n', 'Short values for selecting objects'],
  ])('describes %s under the pointer', async (_, text, expected) => {
    expect(await (await editorAt(HEAD + text, schema)).hover()).toContain(expected);
  });

  test('names the type of a struct under the pointer', async () => {
    const { hover } = await editorAt(`${HEAD}spec:\n  security|Context:\n    runAsUser: 1\n`, schema);
    expect(await hover()).toMatch(/^#### PodSecurityContext\n/);
  });

  test.each([
    ['a required list', 'spec:\n  contain|ers: []\n', '`containers`: list of Container, required\n'],
    ['an immutable field', 'spec:\n  containers:\n  - na|me: a\n', '`name`: string, required, immutable\n'],
    ['a defaulted field', 'spec:\n  restart|Policy: Always\n', '`restartPolicy`: string, defaulted\n'],
    ['a struct', 'spec:\n  security|Context: 1\n', '`securityContext`: PodSecurityContext, defaulted\n'],
    ['a map', 'spec:\n  nodeSel|ector: 1\n', '`nodeSelector`: map of string\n'],
  ])('names the facts of %s under the pointer', async (_, text, expected) => {
    expect(await (await editorAt(HEAD + text, schema)).hover()).toContain(expected);
  });

  test.each([
    ['a value', 'hostname', 'hostname: '],
    ['an object', 'affinity', 'affinity:\n  '],
    ['a map', 'nodeSelector', 'nodeSelector:\n  '],
    ['a list', 'volumes', 'volumes:\n  - '],
  ])('inserts the key of %s with its colon and, before nested values, an indented line', async (_, field, inserted) => {
    const { completions } = await editorAt(`${HEAD}spec:\n  |`, schema);
    expect((await completions()).get(field)).toBe(inserted);
  });

  test.each([
    ['a policy', '  containers:\n  - name: a\n    imagePullPolicy: |', ['Always', 'Never', 'IfNotPresent']],
    ['a policy before other lines', '  restartPolicy: |\n  hostname: a\n', ['Always', 'OnFailure', 'Never']],
    ['a boolean', '  hostNetwork: |\n', ['true', 'false']],
  ])('offers the values of %s', async (_, text, values) => {
    const { completions } = await editorAt(`${HEAD}spec:\n${text}`, schema);
    expect([...(await completions()).keys()].filter((label) => label !== 'null')).toEqual(values);
  });

  test.each([
    ['restartPolicy', 'When containers are restarted'],
    ['securityContext', 'Security settings for all containers'],
  ])('describes the completion %s', async (field, expected) => {
    const { documentation } = await editorAt(`${HEAD}spec:\n  |\n`, schema);
    expect(await documentation(field)).toContain(expected);
  });
});

describe('the editor of a custom resource', () => {
  const WIDGET = { group: 'example.com', version: 'v1', kind: 'Widget' };
  const WIDGET_HEAD = 'apiVersion: example.com/v1\nkind: Widget\n';
  let schema: JSONSchema;

  beforeAll(async () => {
    const { get, post, server } = await createWholeServer({ loadDescriptions });
    const spec = {
      type: 'object',
      description: 'What the widget should look like.',
      properties: { size: { type: 'integer', description: 'Width and height in millimeters.' } },
    };
    const created = await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
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
    });
    expect(created.status).toBe(201);
    await until(async () => (await get('/openapi/v3/apis/example.com/v1')).ok);
    const document = await (await get('/openapi/v3/apis/example.com/v1')).json();
    schema = editorSchema([document], [WIDGET]) ?? {};
    await server.close();
  });

  test.each([
    ['a field', 'spec:\n  si|ze: 3\n', 'Width and height in millimeters.'],
    ['metadata', 'metadata:\n  lab|els:\n    a: b\n', 'Short values for selecting objects'],
  ])('describes %s under the pointer', async (_, text, expected) => {
    expect(await (await editorAt(WIDGET_HEAD + text, schema)).hover()).toContain(expected);
  });

  test('completes and describes the fields of its definition', async () => {
    const { documentation } = await editorAt(`${WIDGET_HEAD}spec:\n  |\n`, schema);
    expect(await documentation('size')).toContain('Width and height in millimeters.');
  });
});
