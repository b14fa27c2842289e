import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until as eventually } from '../../helpers/until.ts';
import { killWorkers } from '../browser.ts';
import { openProjects, type ProjectGlobals, pods, started } from './embedding.ts';
import { VERSION } from './project-host.ts';

const USERS = { alice: { token: 'secret' } };

const podNamed = (name: string, container: object = {}, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'nginx', ...container }], ...spec },
});

/** A pod whose container exits with its first client. */
const ONCE = podNamed('once', { command: ['sh'], stdin: true, stdinOnce: true }, { restartPolicy: 'Never' });

/** The globals of the page's script below. */
interface SocketGlobals extends ProjectGlobals {
  readonly opened: (path: string, protocols?: string | string[]) => RecordedSocket;
}

/** A WebSocket with its received messages and a promise of its end. */
interface RecordedSocket {
  readonly socket: WebSocket;
  /** Text messages unchanged. Binary messages as the channel, a colon, and the rest decoded as text. */
  readonly messages: string[];
  until(part: string): Promise<string>;
  readonly closed: Promise<{ code: number; wasClean: boolean; events: string[] }>;
}

/** In the page. */
function opened(path: string, protocols: string | string[] = []): RecordedSocket {
  const socket = new WebSocket(`ws://${location.host}${path}`, protocols);
  socket.binaryType = 'arraybuffer';
  const messages: string[] = [];
  const events: string[] = [];
  for (const type of ['open', 'error', 'close']) socket.addEventListener(type, () => events.push(type));
  const arrived = new EventTarget();
  socket.onmessage = ({ data }) => {
    const bytes = typeof data === 'string' ? undefined : new Uint8Array(data);
    messages.push(bytes ? `${bytes[0]}:${new TextDecoder().decode(bytes.subarray(1))}` : data);
    arrived.dispatchEvent(new Event('message'));
  };
  const until = async (part: string): Promise<string> => {
    for (;;) {
      const found = messages.find((message) => message.includes(part));
      if (found !== undefined) return found;
      await new Promise((resolve) => arrived.addEventListener('message', resolve, { once: true }));
    }
  };
  const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve)).then(
    ({ code, wasClean }) => ({ code, wasClean, events }),
  );
  return { socket, messages, until, closed };
}

describe('the WebSocket of a cluster in a worker', () => {
  const projects = openProjects();
  let page: Page;
  beforeAll(async () => {
    ({ page } = await projects.open({ users: USERS, prefix: '/k8s', seed: [podNamed('web'), ONCE] }));
    await ready(page);
    await eventually(async () => (await pods(page)).join() === 'once Running,web Running');
  });

  /** Installs the WebSocket in a page whose cluster has started. */
  async function ready(of: Page): Promise<void> {
    await started(of);
    await of.evaluate(`globalThis.opened = ${String(opened)}; globalThis.uninstall = cluster.installWebSocket()`);
  }

  /** Runs a function in the page. */
  const inPage = <Result>(run: (globals: SocketGlobals) => Promise<Result>): Promise<Result> =>
    page.evaluate(`(${String(run)})(globalThis)`) as Promise<Result>;

  it('sends each event of a watch in a message', async () => {
    const watched = inPage(async (globals) => {
      const { until, socket, closed } = globals.opened('/k8s/api/v1/namespaces/default/configmaps?watch=true');
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      const init = {
        method: 'POST',
        body: '{"metadata":{"name":"seen"}}',
        headers: { 'content-type': 'application/json' },
      };
      await fetch('/k8s/api/v1/namespaces/default/configmaps', init);
      const { type, object } = JSON.parse(await until('"name":"seen"'));
      socket.close();
      return { type, kind: object.kind, protocol: socket.protocol, end: await closed };
    });
    expect(await watched).toEqual({
      type: 'ADDED',
      kind: 'ConfigMap',
      protocol: '',
      end: { code: 1000, wasClean: true, events: ['open', 'close'] },
    });
  });

  it('is a WebSocket, with its constants and its handlers', async () => {
    const found = await inPage(async (globals) => {
      const { socket } = globals.opened('/k8s/api/v1/pods?watch=true');
      const before = [socket.readyState, socket.url.replace(location.host, 'host')];
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      const after = [socket.readyState === WebSocket.OPEN, socket.OPEN, socket instanceof WebSocket];
      const problems = [() => socket.close(1001), () => new WebSocket(socket.url, ['a', 'a'])].map((act) => {
        try {
          return act();
        } catch (error) {
          return (error as Error).name;
        }
      });
      socket.close(3000, 'enough');
      return [...before, ...after, ...problems, socket.readyState === WebSocket.CLOSING];
    });
    const names = ['InvalidAccessError', 'SyntaxError'];
    expect(found).toEqual([0, 'ws://host/k8s/api/v1/pods?watch=true', true, 1, true, ...names, true]);
  });

  it('can be extended by a class of the page', async () => {
    const found = await inPage(async () => {
      class Logged extends WebSocket {
        get label(): string {
          return `${this.url.split('?')[1]} ${this.readyState}`;
        }
      }
      const socket = new Logged('/k8s/api/v1/pods?watch=true');
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      const { label } = socket;
      socket.close();
      return [label, socket instanceof Logged, socket instanceof WebSocket];
    });
    expect(found).toEqual(['watch=true 1', true, true]);
  });

  it('sends a log in binary messages after an empty message', async () => {
    const read = await inPage(async (globals) => {
      const { socket, messages, closed } = globals.opened(
        '/k8s/api/v1/namespaces/default/pods/web/log',
        'binary.k8s.io',
      );
      const { code } = await closed;
      const text = messages
        .slice(1)
        .map((message) => String.fromCharCode(Number.parseInt(message, 10)) + message.split(':')[1]);
      const log = await (await fetch('/k8s/api/v1/namespaces/default/pods/web/log')).text();
      return {
        protocol: socket.protocol,
        code,
        first: messages[0],
        isWhole: log.startsWith(text[0]?.slice(0, 5) ?? '?'),
      };
    });
    expect(read).toEqual({ protocol: 'binary.k8s.io', code: 1000, first: 'undefined:', isWhole: true });
  });

  it('runs a program with input, and reports its exit', async () => {
    const ran = await inPage(async (globals) => {
      const query = 'command=sh&stdin=true&stdout=true&stderr=true';
      const path = `/k8s/api/v1/namespaces/default/pods/web/exec?${query}`;
      const { socket, messages, until, closed } = globals.opened(path, ['v5.channel.k8s.io', 'v4.channel.k8s.io']);
      await until('1:');
      socket.send(new TextEncoder().encode('\0hostname\n'));
      await until('web');
      // Text and binary messages keep their order.
      socket.send(new Blob(['\0none\n']));
      socket.send('\0exit 3\n');
      const { code } = await closed;
      return {
        protocol: socket.protocol,
        outputs: messages.slice(0, 3),
        status: JSON.parse(messages[3]?.slice(2) ?? ''),
        code,
      };
    });
    expect(ran).toEqual({
      protocol: 'v5.channel.k8s.io',
      outputs: ['1:', '1:web\n', '2:sh: none: not found\n'],
      status: expect.objectContaining({ status: 'Failure', reason: 'NonZeroExitCode' }),
      code: 1000,
    });
  });

  it('carries megabytes in both directions', async () => {
    const sizes = await inPage(async (globals) => {
      const path = '/k8s/api/v1/namespaces/default/pods/web/exec?command=cat&stdin=true&stdout=true';
      const { socket, messages, until, closed } = globals.opened(path, 'v5.channel.k8s.io');
      await until('1:');
      for (let part = 0; part < 3; part++) socket.send(`\0${'abcd'.repeat(250_000)}`);
      const buffered = socket.bufferedAmount;
      socket.send(Uint8Array.of(255, 0));
      await closed;
      const output = messages.filter((message) => message.startsWith('1:')).map((message) => message.slice(2));
      return [buffered, socket.bufferedAmount, output.join('') === 'abcd'.repeat(750_000)];
    });
    expect(sizes).toEqual([3_000_003, 0, true]);
  });

  it('is rejected like a WebSocket with an HTTP error: an error event and the code 1006', async () => {
    const token = `base64url.bearer.authorization.k8s.io.${btoa('secret').replace(/=+$/, '')}`;
    const ends = await page.evaluate(async (bearer) => {
      const { opened } = globalThis as unknown as SocketGlobals;
      const attempts = [
        opened('/k8s/api/v1/pods?watch=true', [bearer, 'base64.binary.k8s.io']), // Alice has no permissions.
        opened('/k8s/api/v1/namespaces/default/pods/web/exec?command=cat&stdout=true', 'v9.channel.k8s.io'),
        opened('/k8s/api/v1/namespaces/default/pods/web/portforward?ports=80', 'v4.channel.k8s.io'),
        opened('/k8s/api/v1/pods'),
      ];
      return Promise.all(attempts.map(({ closed }) => closed));
    }, token);
    for (const end of ends) expect(end).toEqual({ code: 1006, wasClean: false, events: ['error', 'close'] });
  });

  it('leaves other addresses to the browser, and all addresses once it is removed', async () => {
    const found = await inPage(async ({ opened, cluster }) => {
      const isPlatforms = ({ socket }: RecordedSocket) => !Object.hasOwn(socket, 'url');
      const paths = ['/socket', '/k8s/notes', '/api/v1/pods?watch=true'];
      const others = paths.map((path) => opened(path));
      const { uninstall } = globalThis as unknown as { uninstall: () => void };
      uninstall();
      const removed = opened('/k8s/api/v1/pods?watch=true');
      Object.assign(globalThis, { uninstall: cluster.installWebSocket() });
      return [...others, removed].map(isPlatforms);
    });
    expect(found).toEqual([true, true, true, true]);
  });

  it('closes abnormally when the browser stops the worker', async () => {
    await inPage(async (globals) => {
      const broken = globals.opened('/k8s/api/v1/pods?watch=true');
      Object.assign(globalThis, { broken });
      await broken.until('web');
    });
    await killWorkers(projects.context, page);
    const end = await page.evaluate(() => (globalThis as unknown as { broken: RecordedSocket }).broken.closed);
    expect(end).toEqual({ code: 1006, wasClean: false, events: ['open', 'error', 'close'] });
  });

  it('ends with its page, so that an attached process gets no more input', async () => {
    await inPage(async (globals) => {
      const path = '/k8s/api/v1/namespaces/default/pods/once/attach?stdin=true&stdout=true';
      const { socket, until } = globals.opened(path, 'v4.channel.k8s.io');
      await until('1:');
      socket.send('\0echo attached\n');
      await until('attached');
    });
    await page.reload();
    await ready(page);
    await eventually(async () => (await pods(page)).join() === 'once Failed,web Running');
  });

  it('ends when a newer worker takes over without waiting for it', async () => {
    const { page: older, host } = await projects.open({ prefix: '/k8s' }, ({ versions }) => {
      Object.assign(versions, { page: '0.0.1', worker: '0.0.1' });
    });
    await ready(older);
    await older.evaluate(async () => {
      const open = (globalThis as unknown as SocketGlobals).opened('/k8s/api/v1/secrets?watch=true');
      Object.assign(globalThis, { open });
      await new Promise((resolve) => open.socket.addEventListener('open', resolve));
    });
    Object.assign(host.versions, { page: VERSION, worker: VERSION });
    const newer = await projects.context.newPage();
    await newer.goto(host.page({ prefix: '/k8s' }));
    await started(newer);
    const end = await older.evaluate(() => (globalThis as unknown as { open: RecordedSocket }).open.closed);
    expect(end).toEqual({ code: 1001, wasClean: true, events: ['open', 'close'] });
  });

  it('ends when the cluster is closed, after which the browser handles its addresses', async () => {
    const { end, isPlatforms } = await inPage(async ({ opened, cluster }) => {
      const path = '/k8s/api/v1/pods?watch=true';
      const { until, closed } = opened(path);
      await until('web');
      const ofCluster = WebSocket;
      await cluster.close();
      return { end: await closed, isPlatforms: !Object.hasOwn(new ofCluster(path), 'url') };
    });
    expect(isPlatforms).toBe(true);
    expect(end).toEqual({ code: 1001, wasClean: true, events: ['open', 'close'] });
  });
});
