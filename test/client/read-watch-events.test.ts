import { expect, test } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { readWatchEvents } from '../../src/client/read-watch-events.ts';
import { configMap, event, goneStatus, stream } from './scripted-server.ts';

const added = (name: string): string => event('ADDED', configMap(name, 1));
const read = (chunks: readonly string[], options = {}) => readWatchEvents<ApiObject>(stream(chunks, options));

/** Reads all events. Returns the names of the objects, and the error's message. */
async function namesIn(events: AsyncIterable<{ readonly object: ApiObject }>): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  try {
    for await (const { object } of events) names.push(object.metadata.name);
  } catch (error) {
    names.push((error as Error).message);
  }
  return names;
}

test('Events arrive one by one in order, however the stream is split into chunks', async () => {
  const text = added('a') + added('b') + added('c');
  expect(await namesIn(read([text]))).toEqual(['a', 'b', 'c']);
  expect(await namesIn(read([text.slice(0, 10), text.slice(10, -20), text.slice(-20)]))).toEqual(['a', 'b', 'c']);
  expect(await namesIn(read(['\n', text, '\n']))).toEqual(['a', 'b', 'c']);
});

test('An error arrives after the events before it, and ends the watch', async () => {
  const events = read([added('a') + event('ERROR', goneStatus) + added('b')]);
  expect(await namesIn(events)).toEqual(['a', goneStatus.message]);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('A broken connection throws after the events that arrived', async () => {
  expect(await namesIn(read([added('a'), added('b').slice(0, 9)], { broken: true }))).toEqual(['a', 'network error']);
});

test('Events that are requested concurrently keep their order', async () => {
  const events = read([added('a') + added('b'), added('c')]);
  const results = await Promise.all([events.next(), events.next(), events.next(), events.next()]);
  expect(results.map(({ value }) => value?.object.metadata.name)).toEqual(['a', 'b', 'c', undefined]);
});

test('A loop that ends early drops the rest and cancels the response', async () => {
  let isCancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(added('a') + added('b'))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const events = readWatchEvents<ApiObject>(new Response(body));
  for await (const { object } of events) {
    expect(object.metadata.name).toBe('a');
    break;
  }
  expect(isCancelled).toBe(true);
  expect(await events.next()).toEqual({ done: true, value: undefined });
});
