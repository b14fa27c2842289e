import { afterAll, describe, expect, it } from 'vitest';
import { TerminalSession } from './terminal-session.ts';
import { openShop } from './transcripts.ts';

const secretOf = (data: Record<string, string>): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, data });

describe('A difference of Secrets', () => {
  const cluster = openShop();
  afterAll(async () => (await cluster).close());

  it('masks values, and says which have changed', async () => {
    const shop = await cluster;
    const session = new TerminalSession({ fetch: (request) => shop.fetch(request) });
    await session.run('apply -f -', secretOf({ same: 'c2FtZQ==', changed: 'b2xk', removed: 'cmVtb3ZlZA==' }));
    const { stdout, code } = await session.run(
      'diff -f -',
      secretOf({ same: 'c2FtZQ==', changed: 'bmV3', added: 'YWRkZWQ=' }),
    );
    expect(code).toBe(1);
    expect(stdout).toContain("-  changed: '*** (before)'\n-  removed: '***'\n");
    expect(stdout).toContain("+  added: '***'\n+  changed: '*** (after)'\n");
    expect(stdout).toContain("   same: '***'\n");
    for (const value of ['c2FtZQ==', 'b2xk', 'bmV3', 'cmVtb3ZlZA==', 'YWRkZWQ=']) expect(stdout).not.toContain(value);
  });
});
