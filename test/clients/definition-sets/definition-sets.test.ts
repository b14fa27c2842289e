import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { lostFields } from '../../resources/every-kind/lost-fields.ts';
import { Kubectl } from '../kubectl.ts';
import { DEFINITION_SETS } from './definition-sets.ts';
import { type Definition, publishedDefinitions } from './published-definitions.ts';

const documentsOf = (objects: readonly object[]): string => objects.map((one) => JSON.stringify(one)).join('\n');

/** Returns the description at a path such as `certificate.spec.dnsNames`, as kubectl wraps it into lines. */
function proseAt(definitions: readonly Definition[], path: string): string {
  const [kind = '', ...fields] = path.split('.');
  const definition = definitions.find(({ spec: { names } }) =>
    [names.singular, ...(names.shortNames ?? [])].includes(kind),
  );
  let schema = definition?.spec.versions[0]?.schema.openAPIV3Schema as Record<string, never> | undefined;
  for (const field of fields) {
    const { properties = {}, items } = (schema ?? {}) as { properties?: object; items?: { properties: object } };
    schema = ({ ...properties, ...items?.properties } as Record<string, never>)[field];
  }
  return (schema as { description?: string } | undefined)?.description ?? '';
}

const KINDS = 'x-kubernetes-group-version-kind';
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

describe.each(DEFINITION_SETS)('the definitions of $name', ({ name, details, examples, patch, explained }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-definitions-'));
  const definitions = publishedDefinitions(name, details);
  let host: NodeHost;
  let kubectl: Kubectl;
  const succeed = async (args: readonly string[], input = ''): Promise<string> => {
    const { code, stdout, stderr } = await kubectl.run(args, { input });
    expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
    return stdout;
  };
  const [first] = examples as [{ apiVersion: string; kind: string; metadata: { name: string } }];
  const firstName = `${first.kind}.${first.apiVersion.split('/').reverse().join('.')}/${first.metadata.name}`;

  beforeAll(async () => {
    host = await startNodeHost({
      port: 0,
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
    });
    kubectl = new Kubectl({ server: host.secureUrl ?? '', token: 'admin-token', folder });
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are applied and established', async () => {
    const applied = await succeed(['apply', '--server-side', '-f', '-'], documentsOf(definitions));
    expect(applied.trim().split('\n')).toHaveLength(definitions.length);
    await succeed(['wait', '--for', 'condition=established', 'crd', '--all']);
    expect(await succeed(['apply', '--server-side', '-f', '-'], documentsOf(definitions))).toBe(applied);
  });

  test('accept their examples, which can be created, read and patched', async () => {
    await succeed(['apply', '-f', '-'], documentsOf(examples));
    expect(await succeed(['apply', '-f', '-'], documentsOf(examples))).toMatch(/^(\S+ unchanged\n)+$/);
    const read = JSON.parse(await succeed(['get', '-f', '-', '-o', 'json'], documentsOf(examples)));
    expect(examples.map((example, index) => lostFields(example, read.items[index]))).toEqual(examples.map(() => []));
    const patched = JSON.parse(
      await succeed(['patch', firstName, '--type', 'merge', '-p', JSON.stringify(patch), '-o', 'json']),
    );
    const kept = JSON.parse(JSON.stringify(patch, (_key, value) => value ?? undefined));
    expect(lostFields(kept, patched)).toEqual([]);
  });

  test('reject unknown fields and wrong types', async () => {
    const unknown = { ...first, spec: { ...(first as { spec?: object }).spec, unheardOf: 1 } };
    const { stderr } = await kubectl.run(['apply', '-f', '-'], { input: JSON.stringify(unknown) });
    expect(stderr).toContain('unknown field "spec.unheardOf"');
    const wrong = await kubectl.run(['apply', '-f', '-'], { input: JSON.stringify({ ...first, spec: 'text' }) });
    expect(wrong.stderr).toContain('spec: Invalid value: "string": spec in body must be of type object: "string"');
  });

  test('are explained with their own descriptions', async () => {
    const prose = words(proseAt(definitions, explained));
    expect(prose.length).toBeGreaterThan(5);
    const text = words(await succeed(['explain', explained])).join(' ');
    expect(text).toContain(prose.slice(0, 30).join(' '));
    const { definitions: described } = JSON.parse(await succeed(['get', '--raw', '/openapi/v2'])) as {
      definitions: Record<string, { description?: string; [KINDS]?: { group: string; kind: string }[] }>;
    };
    const served = Object.values(described).flatMap((each) =>
      each[KINDS]?.map(({ group, kind }) => `${kind}.${group}`),
    );
    expect(served).toEqual(expect.arrayContaining(definitions.map(({ spec }) => `${spec.names.kind}.${spec.group}`)));
  });
});
