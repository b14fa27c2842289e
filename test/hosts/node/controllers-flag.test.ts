import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseControllers } from '../../../src/hosts/controllers/choose-controllers.ts';
import { controlLoops } from '../../../src/hosts/controllers/control-loops.ts';
import { run } from '../../../src/hosts/node/cli.ts';

const chosen = (list: string | boolean) => chooseControllers(list).map(({ name, alias }) => alias ?? name);
const ALL = controlLoops.map(({ name, alias }) => alias ?? name);

describe('the list of --controllers', () => {
  it('enables the default controllers with a star', () => {
    expect(chosen('*')).toEqual(ALL.filter((name) => name !== 'tokencleaner' && name !== 'bootstrapsigner'));
    expect(chosen('*,tokencleaner,bootstrapsigner')).toEqual(ALL);
  });

  it('enables and disables single controllers', () => {
    expect(chosen('namespace,csrsigning')).toEqual(['csrsigning', 'namespace']);
    expect(chosen('*, -namespace')).not.toContain('namespace');
    expect(chosen('-namespace')).toEqual([]);
  });

  it('accepts the names of v1.28 and the shorter earlier names', () => {
    expect(chosen('serviceaccount-token-controller')).toEqual(chosen('serviceaccount-token'));
    expect(chosen('certificatesigningrequest-signing-controller')).toEqual(['csrsigning']);
  });

  it('uses the first item for a controller', () => {
    expect(chosen('namespace,-namespace-controller')).toEqual(['namespace']);
    expect(chosen('-namespace,namespace')).toEqual([]);
  });

  it('is optional', () => {
    expect(chosen(true)).toEqual(ALL);
    expect(chosen(false)).toEqual([]);
  });

  it.each(['*,-nonsense', 'nonsense', 'namespace,nonsense', '*,--nonsense'])('rejects the unknown name in %s', (list) =>
    expect(() => chooseControllers(list)).toThrow(
      /^--controllers: "-?nonsense" is not in the list of known controllers: .*\bcsrapproving, csrcleaner, csrsigning, /,
    ),
  );
});

describe('the command line', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Returns the exit code and standard error of the command; the code is null when it serves. */
  async function serve(...args: string[]) {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const result = await run(['serve', ...args]);
    return { result, told: stderr.mock.calls.join('') };
  }

  it.each([[['--controllers=foo']], [['--controllers', 'foo']], [['--controllers', '-foo', '--port', '0']]])(
    'rejects unknown controllers: %j',
    async (args) => {
      const { result, told } = await serve(...args);
      expect(result).toBe(2);
      expect(told).toContain('"foo" is not in the list of known controllers: ');
    },
  );

  it.each([
    [['--controllers', '--port', '0']],
    [['--port', '0', '--controllers']],
    [['--controllers', '*,-csrsigning', '--port=0']],
  ])('runs controllers: %j', async (args) => {
    const { result: host } = await serve(...args);
    if (typeof host === 'number' || !('server' in host)) throw new Error('the host does not serve');
    const user = { username: 'admin', groups: ['system:masters'] };
    const account = 'http://localhost/api/v1/namespaces/default/serviceaccounts/default';
    await expect.poll(async () => (await host.server.fetch(new Request(account), { user })).status).toBe(200);
    await host.close();
  });
});
