import { expect, it } from 'vitest';
import { onOwnMessage } from '../../../src/hosts/worker/own-messages.ts';
import type { WorkerMessageEvent } from '../../../src/hosts/worker/service-worker-scope.ts';

it.each([
  ['receives a message from a page of its own origin', 'https://app.example', true],
  ['ignores a message from another host', 'https://evil.example', false],
  ['ignores a message from another port of its host', 'https://app.example:444', false],
  ['ignores a message over another protocol', 'http://app.example', false],
  ['ignores a message from a page without an origin', 'null', false],
  ['ignores a message whose sender is unknown', '', false],
])('a worker %s', (_, origin, isReceived) => {
  const worker = Object.assign(new EventTarget(), { registration: { scope: 'https://app.example/cluster/' } });
  const received: WorkerMessageEvent[] = [];
  onOwnMessage(worker as never, (event) => received.push(event));
  const sent = new MessageEvent('message', { data: 'reset', origin });
  worker.dispatchEvent(sent);
  expect(received).toEqual(isReceived ? [sent] : []);
});
