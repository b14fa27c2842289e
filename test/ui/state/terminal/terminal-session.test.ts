import { describe, expect, it } from 'vitest';
import { createCluster } from '../../../../src/hosts/create-cluster.ts';
import { TerminalSession } from '../../../../src/ui/state/terminal/terminal-session.ts';
import { until } from '../../../helpers/until.ts';
import { openStreamCluster } from '../../../kubectl/stream-cluster.ts';
import { environmentOf, type SessionOptions } from '../../../kubectl/terminal-session.ts';

const SEQUENCE = new RegExp(`${'\x1b'}\\[[0-9;]*[A-Za-z]`, 'g');

/** Texts that control a terminal: clear it, forge a prompt, link, set modes and ask for replies, in 7 and 8 bits. */
const ATTACKS = [
  '\x1b[2J',
  '\rdefault $ delete',
  '\x1b]8;;https://attacker.example\x07',
  '\x1b[c',
  '\x1b[?1003h',
  '\u009b2J',
  '\u009d0;title',
];
const HOSTILE = `begin${ATTACKS.join('text')}end`;

interface SessionSetting {
  /** The cluster; a new one without controllers by default. */
  readonly options?: SessionOptions;
  /** What the browser keeps. */
  readonly stored?: Record<string, string>;
  readonly namespace?: string;
  /** Keeps a value. */
  readonly setItem?: (name: string, value: string) => void;
  /** Changes the body of the answers. */
  readonly answer?: (body: string) => string;
}

/** Opens a session over a new cluster without controllers. */
async function openSession({ stored = {}, namespace = 'default', answer, setItem, options }: SessionSetting = {}) {
  const cluster = await createCluster({ controllers: false });
  const fetch = async (request: Request): Promise<Response> => {
    const response = await cluster.fetch(request);
    return answer ? new Response(answer(await response.text()), response) : response;
  };
  let screen = '';
  let isClosed = false;
  const session = new TerminalSession(environmentOf(options ?? { fetch }, { namespace }), {
    write: (text) => {
      screen += text;
    },
    columns: () => 80,
    clear: () => {
      screen = '';
    },
    close: () => {
      isClosed = true;
    },
    settings: {
      getItem: (name) => stored[name] ?? null,
      setItem:
        setItem ??
        ((name, value) => {
          stored[name] = value;
        }),
    },
  });
  const plain = (): string => screen.replaceAll(SEQUENCE, '').replaceAll('\r', '');
  const shows = (text: string) => until(() => plain().includes(text));
  return { session, cluster, plain, shows, isClosed: () => isClosed, screen: () => screen };
}

describe('A terminal session', () => {
  it('runs a line and shows its output', async () => {
    const { session, shows, cluster } = await openSession();
    await session.type('get namespaces\r');
    await shows('kube-system');
    await cluster.close();
  });

  it('completes a word, and lists the candidates when there are several', async () => {
    const { session, shows, cluster } = await openSession();
    await session.type('api-r\t');
    await shows('default $ api-resources ');
    await session.type('\x15get namespace\t');
    await shows('default $ get namespaces ');
    await session.type('kube-\t\t');
    await shows('kube-node-lease');
    await cluster.close();
  });

  it('recalls lines of an earlier session', async () => {
    const stored = {};
    const first = await openSession({ stored });
    await first.session.type('get nodes\r');
    await first.shows('No resources found');
    await first.cluster.close();
    const second = await openSession({ stored });
    await second.session.type('\x1b[A');
    await second.shows('default $ get nodes');
    await second.cluster.close();
  });

  it('keeps no lines with data of secrets, and none that begin with a blank', async () => {
    const stored: Record<string, string> = {};
    const { session, cluster, shows } = await openSession({ stored });
    await session.type('get nodes\r');
    await session.type('kubectl create -n default secret generic db --from-literal=password=hunter2\r');
    await session.type(`patch secret db -p '{"stringData":{"password":"hunter2"}}'\r`);
    await session.type(' annotate secret db note=hunter2\r');
    await session.type('history\r');
    await shows('1  get nodes');
    await session.type('get secret absent\r');
    await shows('"absent" not found');
    expect(JSON.parse(stored['tabplane.terminal-history'] ?? '')).toEqual([
      'get nodes',
      'history',
      'get secret absent',
    ]);
    await cluster.close();
  });

  it('stops a watch with Ctrl+C', async () => {
    const { session, shows, cluster, plain } = await openSession();
    await session.type('get namespaces --watch\r');
    await shows('kube-system');
    await session.type('\x03');
    await shows('^C');
    await until(() => plain().endsWith('default $ '));
    await cluster.close();
  });

  it('drops the rest of a pasted script when Ctrl+C stops a command', async () => {
    const { session, shows, cluster, plain } = await openSession();
    await session.type('get namespaces --watch\rconfig view\r');
    await shows('kube-system');
    await session.type('\x03');
    await until(() => plain().endsWith('default $ '));
    await session.type('get nodes\r');
    await shows('No resources found');
    expect(plain()).not.toContain('config view');
    await cluster.close();
  });

  it('reads the input of a command until Ctrl+D', async () => {
    const { session, shows, cluster } = await openSession();
    await session.type('create -f -\r');
    await shows('end it with Ctrl+D');
    await session.type('{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"team"}}\r\x04');
    await shows('namespace/team created');
    await cluster.close();
  });

  it('continues a line after a trailing backslash, and recalls it as one line', async () => {
    const stored: Record<string, string> = {};
    const { session, shows, cluster } = await openSession({ stored });
    await session.type('get namespace kube-system \\\r');
    await shows('\n> ');
    await session.type('-o name\r');
    await shows('namespace/kube-system');
    expect(JSON.parse(Object.values(stored)[0] ?? '')).toEqual(['get namespace kube-system -o name']);
    await cluster.close();
  });

  it('forgets a line that ends in a backslash with Ctrl+C', async () => {
    const { session, shows, cluster } = await openSession();
    await session.type('get namespace \\\r\x03version\r');
    await shows('Server Version');
    await cluster.close();
  });

  it('shows errors in red, and states in color', async () => {
    const { session, cluster, screen, shows } = await openSession();
    await session.type('get things\r');
    await shows(`the server doesn't have a resource type "things"`);
    expect(screen()).toContain('\x1b[31merror: the server');
    await session.type('get namespaces\r');
    await shows('kube-system');
    expect(screen()).toContain('\x1b[32mActive\x1b[0m');
    await cluster.close();
  });

  it('removes control sequences from output and errors', async () => {
    const { session, cluster, screen, shows } = await openSession({
      answer: (body) => body.replaceAll('not found', JSON.stringify(`${HOSTILE}not found`).slice(1, -1)),
    });
    await cluster.fetch(
      new Request('http://127.0.0.1/api/v1/namespaces/default/configmaps', {
        method: 'POST',
        body: JSON.stringify({ metadata: { name: 'hostile' }, data: { text: HOSTILE } }),
      }),
    );
    await session.type("get configmap hostile -o jsonpath='{.data.text}'\r");
    await shows('end');
    await session.type('get configmap absent\r');
    await shows('endnot found');
    for (const attack of ATTACKS) expect(screen()).not.toContain(attack);
    await cluster.close();
  });

  it('removes control sequences from the prompt, the history and completed names', async () => {
    const { session, cluster, screen, shows } = await openSession({
      namespace: HOSTILE,
      stored: { 'tabplane.terminal-history': JSON.stringify([`old${HOSTILE}`]) },
      answer: (body) => body.replaceAll('kube-public"', JSON.stringify(`kube-public${HOSTILE}`).slice(1)),
    });
    await session.type('\x1b[A');
    await shows('$ oldbegin');
    await session.type('\x15get namespace kube-\t');
    await shows('kube-system');
    await session.type('pub\t');
    await shows('get namespace kube-publicbegin');
    for (const attack of ATTACKS) expect(screen()).not.toContain(attack);
    await cluster.close();
  });

  it('shows why a completion failed, and reads on', async () => {
    const { session, cluster, shows } = await openSession({
      answer: () => {
        throw new Error('the cluster has not answered yet');
      },
    });
    await session.type('get namespaces kube-sys\t');
    await shows('the cluster has not answered yet');
    await shows('default $ get namespaces kube-sys');
    await session.type('\x15config view\r');
    await shows('apiVersion: v1');
    await cluster.close();
  });

  it('runs lines although the browser cannot keep its history', async () => {
    const { session, cluster, shows } = await openSession({
      setItem: () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      },
    });
    await session.type('get namespaces\r');
    await shows('kube-system');
    await cluster.close();
  });

  it('closes with Ctrl+D on an empty line', async () => {
    const { session, isClosed, cluster } = await openSession();
    await session.type('\x04');
    expect(isClosed()).toBe(true);
    await cluster.close();
  });
});

describe('A terminal session with a process in a pod', () => {
  const CONTAINERS = [{ name: 'app', image: 'app', env: [{ name: 'HOSTILE', value: HOSTILE }] }];

  /** Opens a session over a cluster with the pod `web`, whose shell has started. */
  async function openShell() {
    const { options, close } = await openStreamCluster({ web: CONTAINERS });
    const opened = await openSession({ options });
    await opened.session.type('kubectl exec -it web -- sh\r');
    await opened.shows('/ # ');
    return {
      ...opened,
      async close() {
        opened.session.close();
        await opened.cluster.close();
        await close();
      },
    };
  }

  it('runs what is typed in the shell, and takes commands again after exit', async () => {
    const { session, shows, plain, close } = await openShell();
    await session.type('ls /etc\r');
    await shows('# ls /etc\nhostname\nhosts\n');
    await session.type('exit\r');
    await until(() => plain().endsWith('# exit\ndefault $ '));
    await session.type('get pods -o name\r');
    await shows('pod/web\n');
    await close();
  });

  it('passes Ctrl+C to the program that runs in the shell, and Ctrl+D ends the shell', async () => {
    const { session, plain, close } = await openShell();
    await session.type('sleep 1000\r');
    await session.type('\x03');
    await until(() => plain().endsWith('sleep 1000\n^C\n/ # '));
    await session.type('\x04');
    await until(() => plain().endsWith('default $ '));
    await close();
  });

  it('erases characters, and leaves cursor keys out of the input of the shell', async () => {
    const { session, shows, screen, close } = await openShell();
    await session.type('echo ab\x1b[D\x7fc\r');
    await shows('\nac\n');
    expect(screen()).toContain('ab\b \bc');
    await close();
  });

  it('removes control sequences from the output of the process', async () => {
    const { session, shows, screen, close } = await openShell();
    await session.type('echo "$HOSTILE"\r');
    await shows('titleend');
    for (const attack of ATTACKS) expect(screen()).not.toContain(attack);
    await close();
  });

  it('runs a line of the app after the shell has ended', async () => {
    const { session, shows, plain, close } = await openShell();
    void session.run('get pods -o name');
    await session.type('hostname\r');
    await shows('hostname\nweb\n');
    expect(plain()).not.toContain('pod/web');
    await session.type('exit\r');
    await shows('default $ get pods -o name\npod/web\n');
    await close();
  });
});

describe('A line that the app gives to a terminal session', () => {
  it('replaces what is typed', async () => {
    const { session, shows, plain, cluster } = await openSession();
    await session.type('delete --all');
    await session.run('get namespaces');
    await shows('kube-system');
    expect(plain()).toContain('default $ get namespaces\n');
    await cluster.close();
  });
});
