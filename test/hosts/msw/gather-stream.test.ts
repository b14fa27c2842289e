import { expect, it } from 'vitest';
import { gatherStream } from '../../../src/hosts/msw/gather-stream.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

/** A response that stays open, and whether its reader has left. */
function openResponse() {
  const state = { hasReader: true };
  let send: (text: string) => void = () => undefined;
  let end: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
      end = () => controller.close();
    },
    cancel() {
      state.hasReader = false;
    },
  });
  const response = new Response(body, { headers: { 'content-type': 'application/json' } });
  return { response, send, end, state };
}

it('returns the first part with those that follow immediately, and cancels the stream', async () => {
  const clock = new ManualClock();
  const { response, send, state } = openResponse();
  const gathering = gatherStream(response, clock);
  await clock.advance(10_000);
  send('first\n');
  await clock.advance(20);
  send('second\n');
  await clock.advance(50);
  const gathered = await gathering;
  expect(await gathered.text()).toBe('first\nsecond\n');
  expect(gathered.headers.get('content-type')).toBe('application/json');
  expect(state.hasReader).toBe(false);
});

it('returns an empty body after half a minute without a part', async () => {
  const clock = new ManualClock();
  const gathering = gatherStream(openResponse().response, clock);
  await clock.advance(30_000);
  expect(await (await gathering).text()).toBe('');
});

it('returns when the stream ends', async () => {
  const { response, send, end } = openResponse();
  send('all\n');
  end();
  expect(await (await gatherStream(response, new ManualClock())).text()).toBe('all\n');
});
