import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { type ObservedConversion, WebhookConverter } from '../../src/conversion/webhook-converter.ts';
import { FakeReader } from '../authorization/fake-reader.ts';

const TO = 'example.com/v2';
const object = (name: string, metadata: object = {}): ApiObject =>
  ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name, uid: `uid-${name}`, ...metadata },
    spec: {},
  }) as ApiObject;

/** Converts objects with a webhook that applies `change` to each object. */
function converterWith(answer: (objects: ApiObject[], review: { apiVersion: string }) => unknown, versions = ['v1']) {
  const observed: ObservedConversion[] = [];
  const bodies: string[] = [];
  const context = {
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count: number) => new Uint8Array(count) },
    dialect: kubernetesDialect,
    reader: new FakeReader({}),
    reportProblem: () => undefined,
    observe: (one: ObservedConversion) => void observed.push(one),
    fetch: async (request: Request) => {
      const body = await request.text();
      bodies.push(body);
      const review = JSON.parse(body);
      const answered = answer(review.request.objects, review) as { response?: object; whole?: object };
      if (answered.whole) return Response.json(answered.whole);
      const { apiVersion, kind } = review;
      const result = { status: 'Success' };
      const response = { uid: review.request.uid, result, ...(answered.response ?? { convertedObjects: answered }) };
      return Response.json({ apiVersion, kind, response });
    },
  };
  const webhook = { conversionReviewVersions: versions, clientConfig: { url: 'https://convert.example' } };
  const definition = {
    ...{ kind: 'CustomResourceDefinition', apiVersion: '', metadata: { name: 'widgets.example.com' } },
    spec: {
      ...{ group: 'example.com', names: { plural: 'widgets', kind: 'Widget' }, scope: 'Cluster', versions: [] },
      conversion: { strategy: 'Webhook', webhook },
    },
  };
  const converter = new WebhookConverter(context, definition);
  return {
    observed,
    bodies,
    convert: (...objects: ApiObject[]) => converter.convert(objects, TO),
    messageOf: (...objects: ApiObject[]) =>
      converter.convert(objects, TO).then(
        () => undefined,
        (error: Error) => error.message.replace('conversion webhook for example.com/v1, Kind=Widget ', ''),
      ),
  };
}

const each =
  (change: (object: ApiObject) => object) =>
  (objects: ApiObject[]): object[] =>
    objects.map((one) => change({ ...one, apiVersion: TO }));
const withMetadata = (metadata: unknown) => each((one) => ({ ...one, metadata }));

describe('a conversion webhook', () => {
  it('receives only objects of other versions, and its results replace them', async () => {
    const sent: string[] = [];
    const { convert } = converterWith((objects) => {
      sent.push(...objects.map(({ metadata }) => metadata.name ?? ''));
      return each((one) => ({ ...one, spec: { converted: true } }))(objects);
    });
    const done = { ...object('done'), apiVersion: TO };
    const converted = await convert(object('a'), done, object('b'));
    expect(sent).toEqual(['a', 'b']);
    expect(converted[1]).toBe(done);
    expect(converted.map(({ metadata }) => metadata.name)).toEqual(['a', 'done', 'b']);
  });

  it('receives JSON as Go writes it', async () => {
    const { convert, bodies } = converterWith(each((one) => one));
    await convert(object('a', { annotations: { note: '<' } }));
    expect(bodies[0]).toContain(String.raw`{"note":"\u003c"}`);
  });

  it('is not called when every object has the requested version', async () => {
    const { convert, observed } = converterWith(() => expect.unreachable());
    const done = { ...object('done'), apiVersion: TO };
    expect(await convert(done)).toEqual([done]);
    expect(observed).toEqual([]);
  });

  it('can change labels and annotations, and no other metadata', async () => {
    const { convert } = converterWith(
      each((one) => ({
        ...one,
        metadata: { ...one.metadata, labels: { a: 'b' }, finalizers: ['x/y'], generation: 7, annotations: null },
      })),
    );
    const [converted] = await convert(object('a', { generation: 1, annotations: { old: 'one' } }));
    expect(converted?.metadata).toEqual({ name: 'a', uid: 'uid-a', generation: 1, labels: { a: 'b' } });
  });

  it('can keep invalid labels', async () => {
    const labels = { 'not a key': 'x' };
    const { convert } = converterWith(each((one) => one));
    expect((await convert(object('a', { labels })))[0]?.metadata.labels).toEqual(labels);
  });

  const meta = (changes: object) => ({ name: 'a', uid: 'uid-a', ...changes });
  it.each<[string, (objects: ApiObject[], review: { apiVersion: string }) => unknown, string]>([
    ['too few objects', () => [], 'returned 0 objects, expected 1'],
    ['null', () => ({ response: { convertedObjects: null } }), 'returned 0 objects, expected 1'],
    [
      'another version',
      (objects) => objects,
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)',
    ],
    [
      'another kind',
      each((one) => ({ ...one, kind: 'Gadget' })),
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    ['no kind', () => [{ apiVersion: TO }], `Object 'Kind' is missing in '{"apiVersion":"example.com/v2"}'`],
    ['another name', withMetadata(meta({ name: 'b' })), 'returned invalid object: must have the same name: a != b'],
    [
      'a namespace',
      withMetadata(meta({ namespace: 'x' })),
      'returned invalid object: must have the same namespace:  != x',
    ],
    ['no uid', withMetadata({ name: 'a' }), 'returned invalid object: must have the same UID: uid-a != '],
    [
      'labels that are not strings',
      withMetadata(meta({ labels: { a: 1 } })),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'a list of annotations',
      withMetadata(meta({ annotations: [] })),
      'returned invalid metadata: invalid metadata.annotations of type []interface {} in converted object',
    ],
    [
      'an invalid label',
      withMetadata(meta({ labels: { a: 'not valid' } })),
      `returned invalid metadata: metadata.labels: Invalid value: "not valid": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'a failure without a message',
      () => ({ response: { result: { status: 'Nope' } } }),
      "failed: response.result.status was 'Nope', not 'Success'",
    ],
    [
      'another uid',
      () => ({ response: { uid: 'other' } }),
      'failed: expected response.uid="00000000-0000-4000-8000-000000000000", got "other"',
    ],
    [
      'no response',
      (_, { apiVersion }) => ({ whole: { apiVersion, kind: 'ConversionReview' } }),
      'failed: no response provided',
    ],
    [
      'a review of another kind',
      (_, { apiVersion }) => ({ whole: { apiVersion, kind: 'Review' } }),
      'failed: no kind "Review" is registered for version "apiextensions.k8s.io/v1" in scheme "k8s.io/apiserver/pkg/util/webhook/client.go:69"',
    ],
    [
      'a Status',
      () => ({ whole: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'closed' } }),
      'failed: closed',
    ],
  ])('fails the request when it returns %s', async (_, answer, message) => {
    const { messageOf, observed } = converterWith(answer);
    expect(await messageOf(object('a'))).toBe(message);
    expect(observed).toHaveLength(1);
  });

  it('names the invalid object of a list', async () => {
    const { messageOf } = converterWith(each((one) => (one.metadata.name === 'b' ? { ...one, kind: 'X' } : one)));
    expect(await messageOf(object('a'), object('b'))).toMatch(/invalid kind \(expected Widget, received X\)/);
  });
});
