import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../src/hosts/node/data-folder/open-data-folder.ts';
import { durableStorageContract, storageContract } from './storage-contract.ts';
import { agreesWithModel } from './storage-model.ts';

const root = mkdtempSync(join(tmpdir(), 'tabplane-data-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
const newFolder = (): string => join(root, String(++count));
const put = (key: string, value: string, expected = 0) => ({ key, value, expected });

/** Returns a folder with commits, either closed or in the state that a killed process leaves. */
async function filled(commits = 60, isClosed = true): Promise<string> {
  const [folder, copy] = [newFolder(), newFolder()];
  const storage = await openDataFolder(folder, { firstRevision: 0 });
  for (let number = 1; number <= commits; number++)
    await storage.commit([put(`/a/${number}`, `${number}`.repeat(1000))]);
  if (!isClosed) cpSync(folder, copy, { recursive: true });
  await storage.close();
  return isClosed ? folder : copy;
}

/** The largest database file with an extension. */
function databaseFile(folder: string, extension: string): string {
  const files = readdirSync(join(folder, 'database')).filter((name) => name.endsWith(extension));
  const paths = files.map((name) => join(folder, 'database', name));
  return paths.reduce((largest, path) => (statSync(path).size > statSync(largest).size ? path : largest));
}

describe('storage in a data folder', () => {
  for (const { name, run } of [...storageContract, ...durableStorageContract])
    it(name, () => {
      const folder = newFolder();
      return run(() => openDataFolder(folder));
    });

  it('matches the model at every revision', () =>
    agreesWithModel(() => openDataFolder(newFolder(), { firstRevision: 0 }), 25));

  it('keeps lone surrogates in keys and values', async () => {
    const folder = newFolder();
    const storage = await openDataFolder(folder);
    await storage.commit([put('/a/\ud800', '\udc00é😀')]);
    await storage.compact(await storage.revision());
    await storage.close();
    const again = await openDataFolder(folder);
    expect(await again.get('/a/\ud800')).toMatchObject({ value: '\udc00é😀' });
    await again.close();
  });

  it('restores its newest state after a partial compaction', async () => {
    const folder = await filled(600);
    const storage = await openDataFolder(folder);
    await storage.compact(500);
    await storage.commit([{ key: '/a/7', value: null, expected: 7 }]);
    await storage.close();
    const again = await openDataFolder(folder);
    expect((await again.list('/a/')).entries).toHaveLength(599);
    expect(await again.get('/a/600')).toMatchObject({ createRevision: 600, revision: 600 });
    expect(await again.changesSince(500)).toHaveLength(101);
    await again.close();
  });
});

describe('a data folder', () => {
  const problemOf = (folder: string): Promise<string> =>
    openDataFolder(folder).then(
      async (storage) => {
        await storage.close();
        return 'opened';
      },
      ({ message }: Error) => message.replace(folder, 'the folder'),
    );

  it('is accessible to its owner only', async () => {
    const folder = await filled(1);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('is refused while it is open in the same process, and can be opened again afterwards', async () => {
    const folder = newFolder();
    const storage = await openDataFolder(folder);
    expect(await problemOf(folder)).toBe('the folder is in use by this process');
    await storage.close();
    expect(await problemOf(folder)).toBe('opened');
  });

  it('is refused when it has foreign files, and leaves them unchanged', async () => {
    const folder = newFolder();
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(await problemOf(folder)).toBe(
      'the folder has files, but no cluster of tabplane: choose a new or an empty folder',
    );
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('is refused when it is a file or its parent folder does not exist', async () => {
    const file = newFolder();
    writeFileSync(file, 'mine');
    expect(await problemOf(file)).toBe('the folder is not a folder');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await problemOf(join(root, 'absent', 'folder'))).toBe(
      'the folder cannot be created: the folder above it does not exist',
    );
  });

  it('keeps every acknowledged commit when its process is killed', async () => {
    const storage = await openDataFolder(await filled(60, false));
    expect((await storage.list('/a/')).entries).toHaveLength(60);
    await storage.close();
  });

  it('opens without its last commits when a crash truncated the log', async () => {
    const folder = await filled(60, false);
    const log = databaseFile(folder, '.log');
    truncateSync(log, statSync(log).size - 1500);
    const storage = await openDataFolder(folder);
    expect((await storage.list('/a/')).entries).toHaveLength(59);
    expect(await storage.commit([put('/b', '1')])).toMatchObject({ committed: true, revision: 60 });
    await storage.close();
  });

  describe.each(['at the first attempt', 'at the second attempt'])('with damage is refused %s', (attempt) => {
    const problemWhen = async (folder: string, damage: (folder: string) => void): Promise<string> => {
      damage(folder);
      if (attempt === 'at the second attempt') await problemOf(folder);
      return problemOf(folder);
    };

    it('when the log of a closed cluster was truncated', async () => {
      const folder = await filled();
      const end = await problemWhen(folder, () => {
        const log = databaseFile(folder, '.log');
        truncateSync(log, statSync(log).size - 1500);
      });
      expect(end).toBe('the folder is damaged (revision 60 is missing): restore it from a backup');
    });

    it('when the middle of the log was overwritten', async () => {
      const problem = await problemWhen(await filled(60, false), (folder) => {
        const log = databaseFile(folder, '.log');
        const bytes = readFileSync(log);
        writeFileSync(log, bytes.fill(0, bytes.length / 2, bytes.length / 2 + 100));
      });
      expect(problem).toMatch(/^the folder is damaged \(revision \d+ is missing\): restore it from a backup$/);
    });

    it.each([
      ['a table was truncated', '.ldb', (path: string) => truncateSync(path, 100)],
      ['a table is missing', '.ldb', (path: string) => rmSync(path)],
      ['a table is a file of another program', '.ldb', (path: string) => writeFileSync(path, 'hello '.repeat(1000))],
      ['the list of tables was truncated', 'CURRENT', (path: string) => truncateSync(path, 3)],
      ['the list of tables is missing', 'CURRENT', (path: string) => rmSync(path)],
    ])('when %s', async (_name, extension, damage) => {
      const folder = await filled();
      // Opening the folder moves the log to a table.
      await (await openDataFolder(folder)).close();
      const problem = await problemWhen(folder, () => damage(databaseFile(folder, extension)));
      expect(problem).toMatch(/^the folder is damaged \(.+\): restore it from a backup$/);
    });
  });
});
