import { afterAll, describe, expect, it } from 'vitest';
import { continuedPart, splitLine } from '../../src/kubectl/command-line/split-line.ts';
import { TerminalSession } from './terminal-session.ts';
import { openShop } from './transcripts.ts';

describe('A line', () => {
  it('is split at blanks and pipes, and quotes keep words together', () => {
    expect(splitLine(`get pods -l 'a in (b,c)' | grep "x y"`)).toEqual([
      ['get', 'pods', '-l', 'a in (b,c)'],
      ['grep', 'x y'],
    ]);
  });

  it('continues after a trailing backslash, except in single quotes', () => {
    expect(continuedPart('delete pod web \\')).toBe('delete pod web ');
    expect(continuedPart('delete pod "web \\')).toBe('delete pod "web ');
    for (const line of ['delete pod web', 'delete pod web\\\\', "delete pod 'web\\"])
      expect(continuedPart(line)).toBeUndefined();
    expect(splitLine('delete pod web \\')).toEqual([['delete', 'pod', 'web']]);
  });

  it('is rejected with an open quote or a redirection', () => {
    expect(() => splitLine("get 'pods")).toThrow("the quote ' is not closed");
    expect(() => splitLine('get pods > file')).toThrow('the terminal does not support ">"');
  });
});

describe('The terminal', () => {
  const cluster = openShop();
  const run = async (line: string) => {
    const shop = await cluster;
    return new TerminalSession({ fetch: (request) => shop.fetch(request) }).run(line);
  };
  afterAll(async () => (await cluster).close());

  it('passes output through filters', async () => {
    expect((await run('get deploy -n shop -o name | sort -r | head -n 1')).stdout).toBe('deployment.apps/payment\n');
    expect((await run('get deploy -n shop -o name | grep -v cart | wc -l')).stdout).toBe('3\n');
    expect((await run('get deploy -n shop -o json | jq -r .items[].metadata.name | tail -n 1')).stdout).toBe(
      'payment\n',
    );
  });

  it('shows escape characters and carriage returns in tables and descriptions as text', async () => {
    const shop = await (await cluster).fork();
    const session = new TerminalSession({ fetch: (request) => shop.fetch(request) });
    const manifest = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'hostile', annotations: { note: 'a\x1b[2Jb\rc' } },
      involvedObject: { kind: 'Pod', name: 'web', namespace: 'default' },
      message: 'clear \x1b[2J',
    };
    await session.run('create -f -', JSON.stringify(manifest));
    expect((await session.run('get events')).stdout).toContain('clear ^[[2J');
    expect((await session.run('describe event hostile')).stdout).toContain('note: a^[[2Jb\\rc');
    await shop.close();
  });

  it('names the nearest command of an unknown one', async () => {
    expect((await run('descrbe pods')).stderr).toContain('Did you mean this?\n\tdescribe');
    expect((await run('port-forward web 80')).stderr).toContain('the terminal does not support "port-forward"');
  });

  it('has help for every command', async () => {
    expect((await run('help')).stdout).toContain('rollout status');
    expect((await run('get --help')).stdout).toContain('-o, --output string');
  });
});
