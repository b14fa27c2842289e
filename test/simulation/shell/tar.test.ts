import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { containerSystem } from '../../../src/simulation/shell/container-system.ts';
import { execute } from '../../../src/simulation/shell/execute.ts';
import { WrittenFiles } from '../../../src/simulation/shell/files.ts';

const POD = {
  metadata: { name: 'box', namespace: 'shop' },
  spec: { containers: [{ name: 'main', image: 'busybox' }] },
} as unknown as Pod;

/** A container in which commands run one after the other. */
function container() {
  const written = new WrittenFiles();
  const [main] = POD.spec?.containers ?? [];
  if (!main) throw new Error('the pod has a container');
  return async (command: string, input: Uint8Array = new Uint8Array()) => {
    const output: { out: Uint8Array[]; error: string } = { out: [], error: '' };
    const bytes = (data: string | Uint8Array) => (typeof data === 'string' ? Buffer.from(data) : data);
    const system = containerSystem(systemClock, POD, main, written);
    const code = await execute(system, command.split(' '), { isTerminal: false })({
      stdin: pieces(input),
      stdout: async (data) => void output.out.push(bytes(data)),
      stderr: async (data) => {
        output.error += Buffer.from(bytes(data)).toString();
      },
      signal: new AbortController().signal,
    });
    const out = Buffer.concat(output.out);
    return { code, out, text: out.toString(), error: output.error };
  };
}

/** Input in chunks that do not match the block size. */
async function* pieces(input: Uint8Array) {
  for (let at = 0; at < input.length; at += 700) yield input.subarray(at, at + 700);
}

/** An archive written by the system's tar. */
function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-tar-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const archive = execFileSync('tar', ['-cf', '-', '-C', folder, ...Object.keys(files)], { maxBuffer: 2 ** 27 });
  rmSync(folder, { recursive: true });
  return archive;
}

const LONG = `${'long-'.repeat(24)}name`;

describe('tar in a container', () => {
  it('extracts an archive of another tar, and keeps the files for the next command', async () => {
    const run = container();
    const binary = Uint8Array.from({ length: 1500 }, (_, index) => index % 256);
    expect(await run('tar -xmf - -C /tmp', archiveOf({ a: 'text\n', b: binary, [LONG]: 'far\n' }))).toMatchObject({
      code: 0,
      error: '',
    });
    expect((await run('ls /tmp')).text).toBe(`a\nb\n${LONG}\n`);
    expect(new Uint8Array((await run('cat /tmp/b')).out)).toEqual(binary);
    expect((await run(`cat /tmp/${LONG}`)).text).toBe('far\n');
  });

  it('writes archives that another tar can read', async () => {
    const run = container();
    await run('tar xf - -C /tmp', archiveOf({ a: 'text\n', [LONG]: 'far\n' }));
    await run('mkdir /tmp/empty');
    const { out, error } = await run('tar cf - /tmp /etc/hostname');
    expect(error).toBe("tar: removing leading '/' from member names\n");
    const names = execFileSync('tar', ['-tf', '-'], { input: out }).toString();
    expect(names).toBe(`tmp/\ntmp/a\ntmp/empty/\ntmp/${LONG}\netc/hostname\n`);
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-tar-'));
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: out });
    expect(readFileSync(join(folder, 'tmp', LONG), 'utf8')).toBe('far\n');
    expect(readFileSync(join(folder, 'etc/hostname'), 'utf8')).toBe('box\n');
    rmSync(folder, { recursive: true });
  });

  it('keeps archives in files, and lists them', async () => {
    const run = container();
    await run('tar -cf /tmp/etc.tar -C /etc hosts');
    expect((await run('tar -tf /tmp/etc.tar')).text).toBe('hosts\n');
  });

  it.each([
    ['tar cf - /absent', "tar: removing leading '/' from member names\ntar: /absent: No such file or directory\n"],
    ['tar czf - /etc', "tar: invalid option -- 'z'\n"],
    ['tar -f -', "tar: can't find a mode: use one of c, x and t\n"],
    ['tar xf - -C /absent', "tar: can't change directory to '/absent': No such file or directory\n"],
    ['tar xf /absent.tar', "tar: can't open '/absent.tar': No such file or directory\n"],
  ])('rejects %s', async (command, error) => {
    expect(await container()(command)).toMatchObject({ code: 1, error });
  });

  it('rejects input that is not an archive or is truncated', async () => {
    const run = container();
    const archive = archiveOf({ a: 'text\n' });
    expect((await run('tar xf - -C /tmp', archive.subarray(0, 600))).error).toBe('tar: short read\n');
    const broken = Uint8Array.from(archive, (byte, index) => (index === 0 ? byte + 1 : byte));
    expect((await run('tar xf - -C /tmp', broken)).error).toBe('tar: invalid tar header checksum\n');
  });

  it('rejects files for which there is no space', async () => {
    const run = container();
    expect(await run('tar xf - -C /tmp', archiveOf({ huge: new Uint8Array(65 * 2 ** 20) }))).toMatchObject({
      code: 1,
      error: 'tar: No space left on device\n',
    });
  });
});

describe('test and mkdir in a container', () => {
  it.each([
    ['test -d /tmp', 0],
    ['test -d /etc/hosts', 1],
    ['test -f /etc/hosts', 0],
    ['test -e /absent', 1],
    ['test -x /tmp', 0],
    ['test -x /etc/hosts', 1],
    ['test -k /tmp', 2],
    ['test 2 -gt 1', 0],
    ['test a = b', 1],
    ['test ! -f /absent', 0],
  ])('%s ends with %i', async (command, code) => {
    expect((await container()(command)).code).toBe(code);
  });

  it('mkdir creates folders', async () => {
    const run = container();
    expect((await run('mkdir /tmp/a/b')).error).toBe(
      "mkdir: can't create directory '/tmp/a/b': No such file or directory\n",
    );
    expect((await run('mkdir -p /tmp/a/b')).code).toBe(0);
    expect((await run('mkdir /tmp/a')).error).toBe("mkdir: can't create directory '/tmp/a': File exists\n");
    expect((await run('ls /tmp/a')).text).toBe('b\n');
  });
});
