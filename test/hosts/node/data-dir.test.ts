import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_PATH } from '../../../src/api/debug/session.ts';
import { createCluster } from '../../../src/hosts/create-cluster.ts';
import { openDataFolder } from '../../../src/hosts/node/data-folder/open-data-folder.ts';
import { Program, type ServedFolder } from './data-dir-process.ts';

let program: Program;
const root = mkdtempSync(join(tmpdir(), 'tabplane-data-dir-'));
beforeAll(async () => {
  program = await Program.build();
  chmodSync(root, 0o755);
});
afterAll(() => {
  program.close();
  rmSync(root, { recursive: true, force: true });
});

let count = 0;
const newFolder = (): string => join(root, String(++count));
const NAMESPACE = '/api/v1/namespaces/default';

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly uid: string };
  readonly data?: Readonly<Record<string, string>>;
}

const create = (served: ServedFolder, kind: 'ConfigMap' | 'Service', name: string, content: object) =>
  served.send(`${NAMESPACE}/${kind.toLowerCase()}s`, {
    method: 'POST',
    body: JSON.stringify({ apiVersion: 'v1', kind, metadata: { name }, ...content }),
  });

async function read(served: ServedFolder, path: string): Promise<Stored> {
  const response = await served.send(path);
  expect(response.status).toBe(200);
  return (await response.json()) as Stored;
}

async function createdIn(...parameters: Parameters<typeof create>): Promise<Stored> {
  const response = await create(...parameters);
  expect(response.status).toBe(201);
  return (await response.json()) as Stored;
}

const versionOf = ({ metadata }: Stored): number => Number(metadata.resourceVersion);

async function list(served: ServedFolder, resource: string): Promise<Map<string, Stored>> {
  const response = await served.send(`${NAMESPACE}/${resource}`);
  const { items } = (await response.json()) as { items: Stored[] };
  return new Map(items.map((item) => [item.metadata.name, item]));
}

describe('serve --data-dir', () => {
  it('keeps the cluster, its certificate authority and its revisions', async () => {
    const folder = newFolder();
    const first = await program.serve(folder);
    const authority = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
    const [created, before] = [
      await createdIn(first, 'ConfigMap', 'kept', { data: { a: '1' } }),
      await read(first, authority),
    ];
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await program.serve(folder);
    expect(await read(second, `${NAMESPACE}/configmaps/kept`)).toEqual(created);
    expect(await read(second, authority)).toEqual(before);
    const next = await createdIn(second, 'ConfigMap', 'next', {});
    expect(versionOf(next)).toBeGreaterThan(versionOf(created));
    await second.end('SIGTERM');
  });

  it('keeps every acknowledged write and no partial one when its process is killed during writes', async () => {
    const folder = newFolder();
    const acknowledged = new Map<string, string>();
    let number = 0;
    for (let kill = 0; kill < 5; kill++) {
      const served = await program.serve(folder);
      const refused: number[] = [];
      const writer = async (): Promise<void> => {
        for (;;) {
          const name = `object-${++number}`;
          const isService = number % 4 === 0;
          const response = await (isService
            ? create(served, 'Service', name, { spec: { ports: [{ port: 80 }] } })
            : create(served, 'ConfigMap', name, { data: { text: name.repeat(50) } }));
          const stored = (await response.json()) as Stored;
          if (response.status !== 201) refused.push(response.status);
          acknowledged.set(name, stored.metadata.resourceVersion);
        }
      };
      // Each writer ends with the process.
      const ends = Promise.allSettled(Array.from({ length: 16 }, writer));
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThan(before + 40 + 30 * kill);
      expect(await served.end('SIGKILL')).toBe('SIGKILL');
      await ends;
      expect(refused).toEqual([]);
    }
    const served = await program.serve(folder);
    const stored = new Map([...(await list(served, 'configmaps')), ...(await list(served, 'services'))]);
    expect(
      [...acknowledged].filter(([name, version]) => stored.get(name)?.metadata.resourceVersion !== version),
    ).toEqual([]);
    for (const [name, { data }] of stored) if (data?.text !== undefined) expect(data.text).toBe(name.repeat(50));
    await served.end('SIGTERM');

    // A service and the claim of its address are one commit.
    const storage = await openDataFolder(folder);
    const { entries: claims } = await storage.list('/registry/claims/');
    const { entries: services } = await storage.list('/registry/services/specs/');
    expect(claims.map(({ value }) => value).sort()).toEqual(services.map(({ key }) => key).sort());
    await storage.close();
  });

  it('refuses a folder that another process serves, and does not disturb that process', async () => {
    const folder = newFolder();
    const served = await program.serve(folder);
    for (const args of [
      ['serve', '--port', '0', '--data-dir', folder],
      ['export', folder],
      ['compact', folder],
    ]) {
      const { status, text } = program.run(args);
      expect(text).toMatch(/^tabplane: [^\n]* is in use by another process: stop it, or choose another folder\n$/);
      expect(status).toBe(1);
    }
    expect((await create(served, 'ConfigMap', 'after', {})).status).toBe(201);
    await served.end('SIGTERM');
  });

  it('refuses a folder without write permission', () => {
    const folder = newFolder();
    mkdirSync(folder, { mode: 0o555 });
    // Permissions do not restrict root.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const { status, text } = program.run(['serve', '--port', '0', '--data-dir', folder], user);
    expect(text).toBe(
      `tabplane: --data-dir: ${folder} cannot be written: change its permissions, or choose another folder\n`,
    );
    expect([status, readdirSync(folder)]).toEqual([1, []]);
  });

  it('rejects a write that does not fit, keeps earlier ones, and accepts later ones', async () => {
    const folder = newFolder();
    const served = await program.serve(folder, [], '600');
    const random = Array.from({ length: 80_000 }, () => Math.random().toString(36).slice(2))
      .join('')
      .slice(0, 900_000);
    expect((await create(served, 'ConfigMap', 'before', {})).status).toBe(201);
    const refused = await create(served, 'ConfigMap', 'large', { data: { random } });
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('full') });
    expect((await create(served, 'ConfigMap', 'after', {})).status).toBe(201);
    const kept = [...(await list(served, 'configmaps')).values()];
    await served.end('SIGKILL');

    const again = await program.serve(folder);
    expect([...(await list(again, 'configmaps')).values()]).toEqual(kept);
    expect(kept.map(({ metadata }) => metadata.name)).toEqual(['after', 'before']);
    await again.end('SIGTERM');
  });

  it('warns of the risk of --data-dir-sync=false, and keeps all writes when it is killed', async () => {
    const folder = newFolder();
    const served = await program.serve(folder, ['--data-dir-sync=false']);
    expect(served.output()).toContain('--data-dir-sync=false: a power cut or a crash of the operating system can lose');
    await create(served, 'ConfigMap', 'kept', {});
    await served.end('SIGKILL');
    const again = await program.serve(folder);
    expect(again.output()).not.toContain('sync');
    expect((await list(again, 'configmaps')).has('kept')).toBe(true);
    await again.end('SIGTERM');
  });

  it('refuses the folder of a cluster with another dialect', async () => {
    const folder = newFolder();
    await (await program.serve(folder)).end('SIGTERM');
    const { status, text } = program.run(['serve', '--port', '0', '--data-dir', folder, '--dialect', 'cluster']);
    expect(text).toContain(`the cluster in ${folder} has the dialect kubernetes: add --dialect kubernetes`);
    expect(status).toBe(2);
  });

  it('loads seeds when the cluster is new', async () => {
    const [folder, seed] = [newFolder(), newFolder()];
    writeFileSync(seed, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"seeded","namespace":"default"}}');
    const first = await program.serve(folder, ['--seed', seed]);
    await first.send(`${NAMESPACE}/configmaps/seeded`, { method: 'DELETE' });
    await first.end('SIGTERM');
    const second = await program.serve(folder, ['--seed', seed]);
    expect((await list(second, 'configmaps')).has('seeded')).toBe(false);
    await second.end('SIGTERM');
  });
});

describe('a process that receives a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers accepted requests, ends watches and rejects new requests at %s',
    async (signal) => {
      const folder = newFolder();
      const served = await program.serve(folder);
      const { port } = new URL(served.url);
      const watch = await served.send(`${NAMESPACE}/configmaps?watch=true`);
      const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"accepted"}}';
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (bytes) => {
        answer += String(bytes);
      });
      socket.write(
        `POST ${NAMESPACE}/configmaps HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer admin-token\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      await served.send('/version');
      const ended = served.end(signal);
      await watch.text();
      await expect(fetch(`${served.url}/version`)).rejects.toThrow('fetch failed');
      socket.write(body);
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1.1 201 Created\r\n.*connection: close/is);
      expect(await ended).toBe(0);

      const again = await program.serve(folder);
      expect((await list(again, 'configmaps')).has('accepted')).toBe(true);
      await again.end('SIGTERM');
    },
  );

  it('exits immediately at a second signal', async () => {
    const served = await program.serve(newFolder());
    const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/v1/namespaces HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n');
    await served.send('/version');
    const began = performance.now();
    served.process.kill('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${served.url}/version`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    expect(await served.end('SIGTERM')).toBe(1);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('commands on a data folder', () => {
  it('import an export with its UIDs and secrets, at higher revisions', async () => {
    const [folder, copy, file] = [newFolder(), newFolder(), newFolder()];
    const first = await program.serve(folder);
    const created = await createdIn(first, 'ConfigMap', 'moved', { data: { a: '1' } });
    const service = await createdIn(first, 'Service', 'web', { spec: { ports: [{ port: 80 }] } });
    await first.end('SIGTERM');

    expect(program.run(['export', folder, file]).text).toContain(`Exported the cluster in ${folder} to ${file}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(program.run(['export', folder]).text).toBe(readFileSync(file, 'utf8'));
    expect(program.run(['import', copy, file]).text).toBe(`Imported ${file} into ${copy}.\n`);
    const second = await program.serve(copy);
    const moved = await read(second, `${NAMESPACE}/configmaps/moved`);
    const resourceVersion = expect.any(String);
    expect(moved).toEqual({ ...created, metadata: { ...created.metadata, resourceVersion } });
    expect(versionOf(moved)).toBeGreaterThan(versionOf(service));
    expect(await read(second, `${NAMESPACE}/services/web`)).toEqual({
      ...service,
      metadata: { ...service.metadata, resourceVersion },
    });
    await second.end('SIGTERM');

    const { status, text } = program.run(['import', copy, file]);
    expect([status, text]).toEqual([1, `tabplane: ${copy} has a cluster: import into a new or an empty folder\n`]);
    writeFileSync(file, readFileSync(file).subarray(0, 1000));
    expect(program.run(['import', newFolder(), file]).text).toMatch(/has no export of tabplane: /);
  });

  it('import the end of a saved session as a cluster that can be changed, whose clock stands still', async () => {
    const [copy, file] = [newFolder(), newFolder()];
    const cluster = await createCluster({ dialect: 'kubernetes', controllers: false });
    const send = (method: string, path: string, name: string) =>
      cluster.fetch(path, { method, body: JSON.stringify({ metadata: { name } }) });
    for (const name of ['kept', 'gone']) await send('POST', `${NAMESPACE}/configmaps`, name);
    await send('DELETE', `${NAMESPACE}/configmaps/gone`, 'gone');
    writeFileSync(file, await (await cluster.fetch(SESSION_PATH)).text());
    const kept = (await (await cluster.fetch(`${NAMESPACE}/configmaps/kept`)).json()) as Stored;
    await cluster.close();

    expect(program.run(['import', copy, file]).text).toBe(`Imported ${file} into ${copy}.\n`);
    const served = await program.serve(copy);
    expect((await read(served, `${NAMESPACE}/configmaps/kept`)).metadata.uid).toBe(kept.metadata.uid);
    expect((await served.send(`${NAMESPACE}/configmaps/gone`)).status).toBe(404);
    await createdIn(served, 'ConfigMap', 'new', {});
    const clock = await read(served, '/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster');
    expect(clock).toMatchObject({ spec: { rate: 0 } });
    await served.end('SIGTERM');
  });

  it('compact a folder and keep its objects', async () => {
    const folder = newFolder();
    const storage = await openDataFolder(folder, { sync: false });
    let revision = 0;
    for (let number = 0; number < 300; number++) {
      const value = `${number}-${Math.random()}-`.repeat(1000);
      const result = await storage.commit([{ key: '/a', value, expected: revision }]);
      if (result.committed) revision = result.revision;
    }
    await storage.close();
    const [, from, to] = /from (\S+) MB to (\S+) MB/.exec(program.run(['compact', folder]).text) ?? [];
    expect(Number(to)).toBeLessThan(Number(from) / 2);
    const again = await openDataFolder(folder);
    expect(await again.get('/a')).toMatchObject({ revision, value: expect.stringMatching(/^299-/) });
    await again.close();
  });
});
