import { expect, it } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../../../src/api/messages/api-messages.ts';
import { apiResponse } from '../../../../src/api/messages/api-response.ts';
import { chunksOfStream } from '../../../../src/api/messages/streams.ts';
import type { ConnectionInfo } from '../../../../src/authentication/authenticator.ts';
import type { ReceivedMessages } from '../../../../src/hosts/browser/socket-calls.ts';
import { systemRandom } from '../../../../src/hosts/platform.ts';
import { PageSockets, type PageSocketsOptions } from '../../../../src/hosts/worker/calls/page-sockets.ts';
import { responseOfFetch } from '../../../../src/server/http/fetch/fetch-messages.ts';
import type { Process } from '../../../../src/simulation/shell/process.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

const PAGE = 'page';
const SECONDS = 1000;

/** Sockets whose cluster answers each request with `answer`, or runs `process` when there is none. */
function socketsTo(answer?: PageSocketsOptions['answer'], process: Process = async () => 0) {
  const clock = new ManualClock();
  const wanted = { stdin: true, stdout: true, stderr: false, tty: false };
  const node = new AbortController();
  const target = { kind: 'process', wanted, command: ['run'], run: process, stopped: node.signal } as const;
  const sockets = new PageSockets({
    ...{ clock, random: systemRandom, origin: 'https://shop.example' },
    answer:
      answer ??
      (async (_, { tunnel }) => responseOfFetch((await tunnel?.(new Request('https://kubelet'))) as Response)),
    upgrade: async () => target,
  });
  const gone = new AbortController();
  const call = (method: string, ...parameters: unknown[]) => sockets.run(method, parameters, PAGE, gone.signal);
  const open = async (path: string, ...protocols: string[]) =>
    (await call('socket.open', { path, protocols })) as { id: string; protocol: string };
  const receive = async (id: string) => (await call('socket.receive', id)) as ReceivedMessages;
  return { sockets, clock, call, open, receive, gone, node };
}

/** Returns a response stream to which the test writes chunks. */
function streamed(type = 'application/json') {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const requests: ApiRequest[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stream = controller;
    },
  });
  const answer = async (request: ApiRequest, { sendMessages }: ConnectionInfo): Promise<ApiResponse> => {
    requests.push(request);
    const response = apiResponse(200, { kind: 'chunks', chunks: chunksOfStream(body) }, { 'content-type': type });
    return sendMessages?.(response, 'events') ?? apiResponse(500);
  };
  const write = (text: string): void => stream?.enqueue(new TextEncoder().encode(text));
  return { answer, requests, write, end: () => stream?.close(), fail: () => stream?.error(new Error('broken')) };
}

const base64 = (text: string): { base64: string } => ({ base64: btoa(text) });

it('a WebSocket is opened with the request that a browser would send', async () => {
  const { answer, requests } = streamed();
  const { open } = socketsTo(answer);
  expect(await open('/api/v1/pods?watch=true', 'base64.binary.k8s.io')).toMatchObject({
    protocol: 'base64.binary.k8s.io',
  });
  const { origin, target, method } = requests[0] as ApiRequest;
  expect(`${method} ${origin}${target}`).toBe('GET https://shop.example/api/v1/pods?watch=true');
  expect(Object.fromEntries(requests[0]?.headers ?? [])).toEqual({
    connection: 'Upgrade',
    upgrade: 'websocket',
    origin: 'https://shop.example',
    'sec-websocket-protocol': 'base64.binary.k8s.io',
  });
});

it('a WebSocket sends each event of a watch, then the status of its end', async () => {
  const { answer, write, end } = streamed();
  const { open, receive, clock } = socketsTo(answer);
  const { id } = await open('/api/v1/pods?watch=true');
  const waiting = receive(id);
  write('{"type":"ADDED"}\n{"type":"DEL');
  expect(await waiting).toEqual({ messages: ['{"type":"ADDED"}\n'] });
  const empty = receive(id);
  await clock.advance(10 * SECONDS);
  expect(await empty).toEqual({ messages: [] });
  write('ETED"}\n');
  end();
  expect(await receive(id)).toMatchObject({ messages: ['{"type":"DELETED"}\n'] });
  expect(await receive(id)).toEqual({ messages: [], code: 1000 });
});

it('a WebSocket whose stream fails is closed abnormally', async () => {
  const { answer, fail } = streamed();
  const { open, receive } = socketsTo(answer);
  const { id } = await open('/api/v1/pods?watch=true');
  fail();
  expect(await receive(id)).toEqual({ messages: [], code: 1006 });
});

it('a WebSocket belongs to the page that opened it', async () => {
  const { sockets, open, receive, call, gone } = socketsTo(undefined, async ({ stdin, stdout }) => {
    for await (const chunk of stdin ?? []) await stdout(chunk);
    return 0;
  });
  const { id } = await open('/exec', 'v5.channel.k8s.io');
  for (const method of ['socket.receive', 'socket.send', 'socket.close'])
    await expect(sockets.run(method, [id, base64('\0stolen')], 'other', gone.signal)).rejects.toThrow('is closed');
  await call('socket.send', id, base64('\0own'));
  const messages = [...(await receive(id)).messages];
  if (messages.length === 1) messages.push(...(await receive(id)).messages);
  expect(messages).toEqual([base64('\u0001'), base64('\u0001own')]);
});

it('a WebSocket ends with its request and its process when the page has not called for ten seconds', async () => {
  const { answer, requests } = streamed();
  const { open, receive, clock } = socketsTo(answer);
  const { id } = await open('/api/v1/pods?watch=true');
  await clock.advance(9 * SECONDS);
  const waiting = receive(id);
  await clock.advance(10 * SECONDS);
  await waiting;
  await clock.advance(9 * SECONDS);
  expect(requests[0]?.signal.aborted).toBe(false);
  await clock.advance(1 * SECONDS);
  expect(requests[0]?.signal.aborted).toBe(true);
  await clock.advance(10 * SECONDS);
  await expect(receive(id)).rejects.toThrow('the WebSocket is closed');
  expect(clock.waiting).toBe(0);
});

it('a WebSocket may take any time to open', async () => {
  const { answer } = streamed();
  let proceed: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const { open, receive, clock } = socketsTo((...request) => slow.then(() => answer(...request)));
  const opening = open('/api/v1/pods?watch=true');
  await clock.advance(60 * SECONDS);
  proceed();
  const waiting = receive((await opening).id);
  await clock.advance(10 * SECONDS);
  expect(await waiting).toEqual({ messages: [] });
});

it('a WebSocket ends immediately when its page closes while it waits for messages', async () => {
  const { answer, requests } = streamed();
  const { open, receive, gone } = socketsTo(answer);
  const { id } = await open('/api/v1/pods?watch=true');
  const waiting = receive(id);
  gone.abort();
  expect(await waiting).toEqual({ messages: [], code: 1000 });
  expect(requests[0]?.signal.aborted).toBe(true);
});

it('a process blocks while the page does not read its output', async () => {
  let written = 0;
  const { open, receive } = socketsTo(undefined, async ({ stdout }) => {
    for (; written < 10; written++) await stdout('x'.repeat(600_000));
    return 0;
  });
  const { id } = await open('/exec', 'v4.channel.k8s.io');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(written).toBe(1);
  const messages = [];
  for (let received = await receive(id); ; received = await receive(id)) {
    messages.push(...received.messages);
    if (received.code === 1000) break;
  }
  expect(messages).toHaveLength(12);
});

it('a message that violates the protocol closes a WebSocket with 1002', async () => {
  const { open, receive, call } = socketsTo(undefined, () => new Promise(() => undefined));
  const { id } = await open('/exec', 'v5.channel.k8s.io');
  await call('socket.send', id, base64('\u00ff'));
  expect(await receive(id)).toEqual({ messages: [base64('\u0001')], code: 1002 });
});

it('a WebSocket to a process is closed with 1001 when its node stops, or the cluster closes', async () => {
  for (const stop of [
    ({ node }: ReturnType<typeof socketsTo>) => node.abort(),
    ({ sockets }: ReturnType<typeof socketsTo>) => sockets.close(),
  ]) {
    const opened = socketsTo(undefined, () => new Promise(() => undefined));
    const { id } = await opened.open('/exec', 'v5.channel.k8s.io');
    stop(opened);
    expect(await opened.receive(id)).toEqual({ messages: [base64('\u0001')], code: 1001 });
  }
});

it('a WebSocket is rejected with the reason of the server', async () => {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'pods is forbidden' };
  const forbidden = socketsTo(async () => apiResponse(403, JSON.stringify({ ...status, code: 403 })));
  await expect(forbidden.open('/api/v1/pods?watch=true')).rejects.toThrow('pods is forbidden');
  const list = socketsTo(async () => apiResponse(200, '{"kind":"PodList"}'));
  await expect(list.open('/api/v1/pods')).rejects.toThrow('the server answered 200 instead of opening a WebSocket');
  const unknown = socketsTo();
  await expect(unknown.open('/exec', 'v9.channel.k8s.io')).rejects.toThrow('no supported sub-protocol');
});
