import { afterAll, describe, expect, it } from 'vitest';
import { TerminalSession } from './terminal-session.ts';
import { openShop } from './transcripts.ts';

describe('The flag --sort-by of get', () => {
  const cluster = openShop();
  afterAll(async () => (await cluster).close());

  it('sorts the rows of a table by a field outside of the metadata', async () => {
    const shop = await cluster;
    const session = new TerminalSession({ fetch: (request) => shop.fetch(request) });
    await session.run('scale deploy payment -n shop --replicas=0');
    const { stdout, stderr, code } = await session.run('get deploy -n shop --sort-by=.spec.replicas --no-headers');
    expect({ stderr, code, first: stdout.split(' ')[0] }).toEqual({ stderr: '', code: 0, first: 'payment' });
  });
});
