import { expect, test } from 'vitest';
import { at, convert, endpoint, openConversionServer, V1, V2 } from './conversion-server.ts';

type Event = {
  type: string;
  object: { metadata?: { name: string }; spec?: object; message?: string; reason?: string };
};

/** Reads events from a watch until it ends. */
async function* eventsOf(response: Response): AsyncGenerator<Event> {
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk);
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield JSON.parse(text.slice(0, end)) as Event;
      text = text.slice(end + 1);
    }
  }
}

const next = async (events: AsyncGenerator<Event>): Promise<Event> => (await events.next()).value as Event;
const shown = ({ type, object }: Event) => [type, object.metadata?.name, object.spec];

test('A watch shows initial, changed and removed objects in its version', async () => {
  const { ask, merge, get } = await openConversionServer();
  await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  const events = eventsOf(await get(`${at('v2')}?watch=1`));
  expect(shown(await next(events))).toEqual(['ADDED', 'a', { host: 'h', port: '1' }]);
  await merge(at('v1', 'a'), { spec: { hostPort: 'h:2' } });
  expect(shown(await next(events))).toEqual(['MODIFIED', 'a', { host: 'h', port: '2' }]);
  await ask('DELETE', at('v1', 'a'));
  expect(shown(await next(events))).toEqual(['DELETED', 'a', { host: 'h', port: '2' }]);
});

test('A watch from a revision shows the history in its version', async () => {
  const { ask, get } = await openConversionServer();
  const { body } = await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  await ask('POST', at('v1'), endpoint('v1', 'b', { hostPort: 'h:2' }));
  const events = eventsOf(await get(`${at('v2')}?watch=1&resourceVersion=${body.metadata.resourceVersion}`));
  expect(shown(await next(events))).toEqual(['ADDED', 'b', { host: 'h', port: '2' }]);
});

test('Events keep their order when a later conversion finishes first', async () => {
  const waiting: (() => void)[] = [];
  const { ask, get } = await openConversionServer(
    {},
    {
      fetch: async (request) => {
        const { apiVersion, request: sent } = await request.json();
        const { uid, objects, desiredAPIVersion } = sent;
        await new Promise<void>((resolve) => waiting.push(resolve));
        const convertedObjects = objects.map((object: unknown) => convert(object, desiredAPIVersion));
        const response = { uid, result: { status: 'Success' }, convertedObjects };
        return Response.json({ apiVersion, kind: 'ConversionReview', response });
      },
    },
  );
  const events = eventsOf(await get(`${at('v2')}?watch=1`));
  await ask('POST', at('v1'), endpoint('v1', 'first', { hostPort: 'h:1' }));
  await ask('POST', at('v1'), endpoint('v1', 'second', { hostPort: 'h:2' }));
  await expect.poll(() => waiting.length).toBe(2);
  for (const answer of waiting.reverse()) answer();
  expect(shown(await next(events))).toEqual(['ADDED', 'first', { host: 'h', port: '1' }]);
  expect(shown(await next(events))).toEqual(['ADDED', 'second', { host: 'h', port: '2' }]);
});

test('All watches of a version share one conversion of a change', async () => {
  const { ask, get, reviews } = await openConversionServer();
  const watches = [];
  for (const _ of [1, 2, 3]) watches.push(eventsOf(await get(`${at('v2')}?watch=1`)));
  await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  for (const events of watches) expect(shown(await next(events))).toEqual(['ADDED', 'a', { host: 'h', port: '1' }]);
  expect(reviews).toHaveLength(1);
});

test('A watch ends with an error when an object cannot be converted', async () => {
  const { ask, get, webhook } = await openConversionServer();
  const open = eventsOf(await get(`${at('v2')}?watch=1`));
  webhook.answer = () => ({ result: { status: 'Failed', message: 'no' }, convertedObjects: [] });
  await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  const message = 'conversion webhook for net.example.com/v1, Kind=Endpoint failed: no';
  const error = { type: 'ERROR', object: { kind: 'Status', code: 500, reason: 'InternalError', message } };
  expect(await next(open)).toMatchObject(error);
  expect((await open.next()).done).toBe(true);
  const later = eventsOf(await get(`${at('v2')}?watch=1`));
  expect(await next(later)).toMatchObject(error);
});

test('A watch survives a change of the definition, and follows its new storage version', async () => {
  const { ask, merge, get, redefine, until } = await openConversionServer();
  await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  const events = eventsOf(await get(`${at('v1')}?watch=1`));
  expect(shown(await next(events))).toEqual(['ADDED', 'a', { hostPort: 'h:1' }]);
  const v3 = { ...V2, name: 'v3', storage: false };
  await redefine({ versions: [{ ...V1, storage: false }, { ...V2, storage: true }, v3] });
  await until(at('v3'), (_, status) => status === 200);
  await merge(at('v2', 'a'), { spec: { port: '2' } });
  expect(shown(await next(events))).toEqual(['MODIFIED', 'a', { hostPort: 'h:2' }]);
});
