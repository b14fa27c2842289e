import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import type { createServer, Server } from '../../src/server/create-server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type ContractCase, storageContract } from '../storage/storage-contract.ts';
import { addedLines, follow, readSections, type Step } from './contributing-steps.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const sections = readSections(await readFile(join(project, 'CONTRIBUTING.md'), 'utf8'));
const steps = [...sections.values()].flat();
const newFiles = steps.flatMap((step) => (step.kind === 'new file' ? [step.path] : []));

/** The path of a copy of the project after all steps. */
let copy = '';
/** The files that the generator created or changed in the section "A kind". */
let generated: readonly string[] = [];
const load = async <T>(path: string): Promise<T> => (await import(/* @vite-ignore */ join(copy, path))) as T;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'tabplane-contributing-'));
  await cp(join(project, 'src'), join(copy, 'src'), { recursive: true });
  for (const name of ['package.json', 'tsconfig.json', 'biome.json', 'test/storage/storage-contract.ts'])
    await cp(join(project, name), join(copy, name));
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'), 'dir');
  for (const [section, itsSteps] of sections) {
    const before = section === 'A kind' ? await generatedFiles() : undefined;
    for (const step of itsSteps) await follow(step, copy);
    if (before) generated = changedFiles(before, await generatedFiles());
  }
}, 120_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** The text of every generated file by its path. */
async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const paths = await readdir(join(copy, 'src'), { recursive: true });
  const names = paths.filter((path) => path.includes('.generated.'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(copy, 'src', name), 'utf8')] as const)),
  );
}

const changedFiles = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).sort();

/** Compiles only if the new route is registered and unregistered routes are type errors. */
const LINKS = `import type { LinkProps } from '@tanstack/react-router';
import type { router } from './routes.tsx';
export const paths: Record<string, NonNullable<LinkProps<'a', typeof router>['to']>> = {
  registered: '/widgets',
  // @ts-expect-error No such route.
  unknown: '/gadgets',
};
`;

describe('the steps', () => {
  test.each([
    ['A kind', ['ts', 'json'], { 'src/resources/kinds.ts': 1 }],
    ['An admission plugin', ['ts'], { 'src/admission/index.ts': 2 }],
    ['A controller', ['ts'], { 'src/controllers/controllers.ts': 1 }],
    [
      'An authentication method',
      ['ts'],
      { 'src/authentication/index.ts': 2, 'src/authentication/authentication-flags.ts': 2 },
    ],
    ['A storage backend', ['ts'], {}],
    ['A view', ['tsx'], { 'src/ui/routes.tsx': 1 }],
  ])('in %s create files of these types: %j, and add these numbers of lines: %j', (section, types, lines) => {
    const itsSteps: readonly Step[] = sections.get(section) ?? [];
    const created = itsSteps.flatMap((step) => (step.kind === 'new file' ? [step.path] : []));
    expect(created.map((path) => path.slice(path.lastIndexOf('.') + 1))).toEqual(types);
    const changes = itsSteps.flatMap((step) => (step.kind === 'change' ? [step] : []));
    expect(Object.fromEntries(changes.map((step) => [step.path, addedLines(step.lines).length]))).toEqual(lines);
  });

  test('generate the table of kinds, the types of the kind and the lists of all types', () => {
    expect(generated).toEqual([
      'api/kinds/all-kinds.generated.ts',
      'api/kinds/example-v1.generated.ts',
      'api/kinds/resource-kinds.generated.ts',
      'schema/data/kinds.generated.json',
    ]);
  });

  test('type check, and links can use the route of the view', async () => {
    await writeFile(join(copy, 'src/ui/links.ts'), LINKS);
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    const settings = {
      extends: './tsconfig.json',
      compilerOptions,
      include: ['src/**/*.d.ts'],
      files: [...newFiles, 'src/ui/links.ts'],
    };
    await writeFile(join(copy, 'tsconfig.steps.json'), JSON.stringify(settings));
    const { stdout } = await command(process.execPath, [
      'node_modules/typescript-native/bin/tsc',
      '-p',
      'tsconfig.steps.json',
    ]);
    expect(stdout).toBe('');
  }, 240_000);

  test('pass the formatter and the linter of the project', async () => {
    const changedPaths = steps.flatMap((step) => (step.kind === 'command' ? [] : [step.path]));
    const { stdout, code } = await command(join(project, 'node_modules/.bin/biome'), [
      ...['check', '--error-on-warnings', '--vcs-enabled=false', '--colors=off'],
      ...changedPaths,
    ]);
    expect(code, stdout).toBe(0);
  });
});

/** Runs a program in the copy. */
const command = async (program: string, parameters: readonly string[]): Promise<{ stdout: string; code: number }> =>
  promisify(execFile)(program, parameters, { cwd: copy }).then(
    ({ stdout, stderr }) => ({ stdout: stdout + stderr, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => ({
      stdout: error.stdout + error.stderr,
      code: error.code,
    }),
  );

describe.each([
  ['kubernetes', 'example.k8s.io'],
  ['cluster', 'example.cluster.io'],
] as const)('a server of the %s dialect with what was added', (dialect, group) => {
  let server: Server;
  let stopControllers: () => Promise<void>;
  const path = `/apis/${group}/v1/namespaces/default/widgets`;

  beforeAll(async () => {
    const { createMemoryStorage } = await load<{ createMemoryStorage: () => Promise<Storage> }>(
      'src/storage/memory-storage.ts',
    );
    const { systemClock, systemRandom } =
      await load<typeof import('../../src/hosts/platform.ts')>('src/hosts/platform.ts');
    const { loadDescriptions } = await load<typeof import('../../src/hosts/load-descriptions.ts')>(
      'src/hosts/load-descriptions.ts',
    );
    const serverModule = await load<{ createServer: typeof createServer }>('src/server/create-server.ts');
    server = await serverModule.createServer({
      storage: await createMemoryStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
      loadDescriptions,
      flags: { dialect, 'shared-token': 'everyone' } as object,
    });
    const controllers = await load<{ startControllers: typeof startControllers }>(
      'src/hosts/controllers/start-controllers.ts',
    );
    stopControllers = controllers.startControllers(server, dialect);
  });
  afterAll(async () => {
    await stopControllers();
    await server.close();
  });

  const admin = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };
  const send = (method: string, at: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
    server.fetch(
      new Request(`http://cluster${at}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
      { user: admin },
    );
  const widget = (name: string, spec?: object) => ({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    metadata: { name },
    ...(spec ? { spec } : {}),
  });

  test('discovery lists the kind with its short name and its subresource', async () => {
    const { resources } = await (await send('GET', `/apis/${group}/v1`)).json();
    expect(resources).toMatchObject([
      { name: 'widgets', singularName: 'widget', kind: 'Widget', namespaced: true, shortNames: ['wd'] },
      { name: 'widgets/status', kind: 'Widget', verbs: ['get', 'patch', 'update'] },
    ]);
    const { groups } = await (await send('GET', '/apis')).json();
    expect(groups.at(-1)).toMatchObject({ name: group, preferredVersion: { version: 'v1' } });
  });

  test('the OpenAPI document describes the kind', async () => {
    const document = await (await send('GET', `/openapi/v3/apis/${group}/v1`)).json();
    expect(document.components.schemas['io.k8s.api.example.v1.Widget']).toMatchObject({
      description: 'A widget of a certain size.',
      properties: { spec: {}, status: {} },
    });
    expect(document.components.schemas['io.k8s.api.example.v1.WidgetSpec']).toMatchObject({
      description: 'The desired state of a widget.',
      properties: { size: { description: 'Size of the widget. Not negative; defaults to 1.' } },
    });
  });

  test('a new object gets its default, and a status from the client is dropped', async () => {
    const created = await send('POST', path, { ...widget('plain'), status: { ready: true } });
    expect(created.status).toBe(201);
    expect(await created.json()).toMatchObject({ spec: { size: 1 }, status: {} });
  });

  test('an invalid object and an unknown field are rejected', async () => {
    const invalid = await send('POST', path, widget('negative', { size: -1 }));
    expect(invalid.status).toBe(422);
    expect((await invalid.json()).message).toContain(
      'spec.size: Invalid value: -1: must be greater than or equal to 0',
    );
    const unknown = await send('POST', `${path}?fieldValidation=Strict`, widget('unknown', { weight: 1 }));
    expect((await unknown.json()).message).toContain('unknown field "spec.weight"');
  });

  test('tables have the column of the kind', async () => {
    const accept = `application/json;as=Table;v=v1;g=${dialect === 'cluster' ? 'meta.cluster.io' : 'meta.k8s.io'}`;
    await send('POST', path, widget('shown', { size: 7 }));
    const { columnDefinitions, rows } = await (await send('GET', `${path}/shown`, undefined, { accept })).json();
    expect(columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Size', 'Age']);
    expect(rows[0].cells.slice(0, 2)).toEqual(['shown', 7]);
  });

  test('server-side apply merges a keyed list and records its owners', async () => {
    const apply = (manager: string, part: object) =>
      send('PATCH', `${path}/applied?fieldManager=${manager}`, widget('applied', { parts: [part] }), {
        'content-type': 'application/apply-patch+yaml',
      });
    await apply('first', { name: 'a', color: 'red' });
    const applied = await (await apply('second', { name: 'b' })).json();
    expect(applied.spec.parts).toEqual([{ name: 'a', color: 'red' }, { name: 'b' }]);
    const managers = applied.metadata.managedFields.map(({ manager }: { manager: string }) => manager);
    expect(managers).toEqual(expect.arrayContaining(['first', 'second']));
  });

  test('Protobuf carries the same object as JSON', async () => {
    const type = `application/vnd.${dialect === 'cluster' ? 'cluster' : 'kubernetes'}.protobuf`;
    const spec = { size: 3, parts: [{ name: 'a', color: 'red' }] };
    await send('POST', path, widget('binary', spec));
    await expect.poll(async () => (await (await send('GET', `${path}/binary`)).json()).status.ready).toBe(true);
    const body = await (await send('GET', `${path}/binary`, undefined, { accept: type })).arrayBuffer();
    const request = new Request(`http://cluster${path}/binary`, {
      method: 'PUT',
      headers: { 'content-type': type },
      body,
    });
    expect(await (await server.fetch(request, { user: admin })).json()).toMatchObject({
      spec,
      status: { ready: true },
    });
  });

  test('the plugin allows a widget of the largest size and denies a larger one', async () => {
    expect((await send('POST', path, widget('large', { size: 100 }))).status).toBe(201);
    const denied = await send('POST', path, widget('larger', { size: 101 }));
    expect(denied.status).toBe(403);
    expect((await denied.json()).message).toBe(`widgets.${group} "larger" is forbidden: size 101 exceeds 100`);
  });

  test('the controller marks a widget as ready with only the permissions of its role', async () => {
    await send('POST', path, widget('watched'));
    await expect
      .poll(async () => (await (await send('GET', `${path}/watched`)).json()).status)
      .toEqual({ ready: true });
    const { metadata } = await (await send('GET', `${path}/watched`)).json();
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: 'widget-status-controller', subresource: 'status' }),
    );
    const role = '/apis/rbac.authorization.k8s.io/v1/clusterroles/system:controller:widget-status-controller';
    const { rules } = await (await send('GET', dialect === 'cluster' ? role.replace('k8s', 'cluster') : role)).json();
    expect(rules).toEqual([{ verbs: ['patch'], apiGroups: [group], resources: ['widgets/status'] }]);
  });

  test('the authentication method accepts its token and no other', async () => {
    const ask = async (token: string) => {
      const request = new Request('http://cluster/api/v1/secrets', { headers: { authorization: `Bearer ${token}` } });
      return (await (await server.fetch(request)).json()).message;
    };
    expect(await ask('everyone')).toContain('User "shared" cannot list resource "secrets"');
    expect(await ask('nobody')).toBe('Unauthorized');
  });
});

describe('the storage backend', () => {
  const loadBackend = () =>
    load<{ createTextStorage: (area: object, name: string) => Promise<Storage> }>('src/storage/text-storage.ts');

  test.each(storageContract.map(({ name }) => name))('%s', async (name) => {
    const { createTextStorage } = await loadBackend();
    // The contract of the copy has the same error classes as the storage of the copy.
    const contract = await load<{ storageContract: readonly ContractCase[] }>('test/storage/storage-contract.ts');
    const found = contract.storageContract.find((each) => each.name === name);
    await found?.run(() => createTextStorage(textArea(), 'cluster'));
    expect(found).toBeDefined();
  });

  test('keeps committed entries after reopening', async () => {
    const { createTextStorage } = await loadBackend();
    const area = textArea();
    const first = await createTextStorage(area, 'cluster');
    await first.commit([{ key: 'a', value: '1', expected: 0 }]);
    await first.close();
    const second = await createTextStorage(area, 'cluster');
    expect(await second.get('a')).toMatchObject({ value: '1', revision: 1 });
  });
});

/** A text area in memory. */
function textArea() {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
  };
}
