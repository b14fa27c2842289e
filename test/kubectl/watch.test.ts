import { afterAll, describe, expect, it } from 'vitest';
import { runLine } from '../../src/kubectl/run-line.ts';
import { until } from '../helpers/until.ts';
import { environmentOf, TerminalSession } from './terminal-session.ts';
import { openShop } from './transcripts.ts';

describe('A watch of get', () => {
  const cluster = openShop();
  afterAll(async () => (await cluster).close());
  /** Returns what a watch prints up to a text. */
  const watched = async (line: string, last: RegExp): Promise<string> => {
    const shop = await cluster;
    const controller = new AbortController();
    let text = '';
    const print = (part: string): void => {
      text += part;
    };
    const running = runLine(line, environmentOf({ fetch: (request) => shop.fetch(request) }), {
      out: print,
      err: print,
      input: async () => '',
      signal: controller.signal,
    });
    await until(() => last.test(text));
    controller.abort();
    await running;
    return text;
  };

  it('fails when the named object does not exist', async () => {
    const shop = await cluster;
    const session = new TerminalSession({ fetch: (request) => shop.fetch(request) });
    expect(await session.run('get pod absent --watch')).toEqual({
      stdout: '',
      stderr: 'Error from server (NotFound): pods "absent" not found\n',
      code: 1,
    });
  });

  it('prints the header of custom columns once', async () => {
    const text = await watched('get deploy -n shop -w -o custom-columns=NAME:.metadata.name', /payment\n/);
    expect(text.match(/NAME/g)).toHaveLength(1);
    expect(
      await watched('get deploy -n shop -w --no-headers -o custom-columns=NAME:.metadata.name', /payment\n/),
    ).not.toContain('NAME');
  });

  it('separates YAML documents', async () => {
    const text = await watched('get deploy -n shop -w -o yaml', /name: payment\n/);
    expect(text).toMatch(/^apiVersion/);
    expect(text.match(/^---$/gm)).toHaveLength((text.match(/^apiVersion/gm) ?? []).length - 1);
  });
});
