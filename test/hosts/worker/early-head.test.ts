import { afterEach, describe, expect, it, vi } from 'vitest';
import { readWatchEvents } from '../../../src/client/read-watch-events.ts';
import { delaysHead, withEarlyHead } from '../../../src/hosts/worker/early-head.ts';
import { answerInWorker } from '../../../src/hosts/worker/worker-answer.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROMIUM =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const JSON_TYPE = { 'content-type': 'application/json' };
const EVENT = '{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n';

/** A watch whose events are sent on demand. */
function watch(headers: HeadersInit = JSON_TYPE) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled: unknown;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: (reason) => {
      cancelled = reason;
    },
  });
  return {
    response: new Response(body, { headers }),
    send: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    cancelled: () => cancelled,
  };
}

describe('a watch in a browser that waits for the first bytes', () => {
  it('has a first chunk before its first event', async () => {
    const reader = withEarlyHead(watch().response).body?.getReader();
    expect(await reader?.read()).toEqual({ done: false, value: new Uint8Array([0x20]) });
  });

  it('has events that clients can read by line or by frame', async () => {
    const { response, send, end } = watch();
    send(EVENT);
    send(EVENT);
    end();
    const text = await withEarlyHead(response).text();
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toEqual(['ADDED', 'ADDED']);
    const events = [];
    for await (const { type } of readWatchEvents(new Response(text, { headers: JSON_TYPE }))) events.push(type);
    expect(events).toEqual(['ADDED', 'ADDED']);
  });

  it('ends without an event', async () => {
    const { response, end } = watch();
    const early = withEarlyHead(response);
    end();
    const events = [];
    for await (const event of readWatchEvents(early)) events.push(event);
    expect(events).toEqual([]);
  });

  it('forwards cancellation', async () => {
    const { response, cancelled } = watch();
    await withEarlyHead(response).body?.cancel('left');
    expect(cancelled()).toBe('left');
  });

  it('is not changed when it is not JSON', () => {
    const { response } = watch({ 'content-type': 'application/vnd.kubernetes.protobuf;stream=watch' });
    expect(withEarlyHead(response)).toBe(response);
  });

  it.each([
    [FIREFOX, true],
    [CHROMIUM, false],
  ])('is one in %s: %s', (userAgent, expected) => expect(delaysHead(userAgent)).toBe(expected));
});

describe('a worker', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** Returns the first chunk of the response before an event; undefined when there is none. */
  async function firstChunk(userAgent: string): Promise<Uint8Array | undefined> {
    vi.stubGlobal('navigator', { userAgent });
    const url = new URL('http://localhost/api/v1/pods?watch=true');
    const answered = await answerInWorker(new Request(url), url, {
      handover: { isSuperseded: () => false },
      isReleased: false,
      respond: async () => watch().response,
    });
    const chunk = answered.body?.getReader().read();
    const none = new Promise<undefined>((resolve) => setTimeout(resolve, 50));
    return (await Promise.race([chunk, none]))?.value;
  }

  it('sends a first chunk of a watch at once in Firefox', async () => {
    expect(await firstChunk(FIREFOX)).toEqual(new Uint8Array([0x20]));
  });

  it('sends only events in a browser that does not wait for them', async () => {
    expect(await firstChunk(CHROMIUM)).toBeUndefined();
  });
});
