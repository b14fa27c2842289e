import fc from 'fast-check';
import { scenarios } from './scenarios.ts';

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export const requestOf = ({ method, path, headers, body }: PlainRequest): Request =>
  new Request(`http://cluster.invalid${path}`, { method, headers, ...(body === undefined ? {} : { body }) });

interface RecordedStep {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
  readonly raw?: string;
}

const ADMIN = { authorization: 'Bearer admin-token' };
/** Values that steps take from each other are unknown here, so any word replaces them. */
const filledIn = (text: string): string =>
  text
    .replaceAll('{{run}}', 'fuzz')
    .replaceAll(/\$\{repeat:(.):\d+\}/g, '$1$1$1')
    .replaceAll(/\$\{[^}]*\}/g, '1');

/** Every request of the recordings, from which hostile ones are derived. */
const recorded: readonly PlainRequest[] = scenarios
  .flatMap(({ steps }) => steps as readonly RecordedStep[])
  .filter(({ path }) => path !== undefined)
  .map(({ method = 'GET', path = '', headers = {}, body, raw }) => {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const flat = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]);
    return {
      method,
      path: filledIn(path),
      headers: { ...ADMIN, 'content-type': 'application/json', ...Object.fromEntries(flat) },
      ...(text === undefined || method === 'GET' ? {} : { body: filledIn(text) }),
    };
  });

/**
 * Requests that fill the store before the hostile ones, so that there is something to damage. Webhooks and policies are
 * left out, because they would deny everything else.
 */
export const recordedWrites = recorded.filter(
  ({ method, path, body }) => method === 'POST' && body !== undefined && !path.includes('/admissionregistration.'),
);

const HOSTILE_TEXTS = [
  '',
  ' ',
  '.',
  '..',
  '../../etc',
  '%2F',
  '%00',
  '%zz',
  '\u0000',
  '\ufeff',
  '\ud800',
  '💥',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '-1',
  '1e999',
  '9223372036854775808',
  '0x10',
  'NaN',
  'null',
  '~1',
  '*',
  'a=b,,c',
  'a in (',
  '!',
  '{{',
  '$(x)',
  '</script>',
  '10Ei999',
  '1.0000000000000000000000001',
  '2020-13-45T99:99:99Z',
] as const;

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }));

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);

/** JSON texts that replace a value. */
const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('null', 'true', '[]', '{}', '[null]', '{"a":null}', '[{}]', '[[]]', '0', '-0', '1.5', '-1', '1e400'),
  fc.constantFrom(
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '123456789012345678901',
  ),
  fc.constantFrom(nested(200, '[', ']'), nested(11_000, '[', ']'), nested(500, '{"a":', '}').replace(':}', ':1}')),
  fc.constantFrom(
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"hasOwnProperty":1}',
    '{"$patch":"replace"}',
    '{"$patch":"nonsense"}',
    '[{"$patch":"delete"}]',
    '{"$setElementOrder/containers":5}',
    '{"$deleteFromPrimitiveList/finalizers":"x"}',
    '{"$retainKeys":[1]}',
    '[{"op":"test"}]',
    '[{"op":"copy","from":"","path":"/a"}]',
    '[{"op":"move","from":"/metadata","path":"/metadata/x"}]',
    '[{"op":"add","path":"/metadata/__proto__/x","value":1}]',
    '[{"op":"remove","path":""}]',
    '{"f:metadata":{"f:x":1}}',
  ),
  hostileText.map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 4 }),
);

/** Replaces one of the JSON values in a text, found by the commas and brackets around it. */
function replaceValue(text: string, at: number, value: string): string {
  const values = [
    ...text.matchAll(/(?<=[:[,])("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|\{\}|\[\])(?=[,}\]])/g),
  ];
  const match = values[at % Math.max(1, values.length)];
  return match ? text.slice(0, match.index) + value + text.slice(match.index + match[0].length) : value;
}

/** Replaces one of the keys in a text, or adds a duplicate next to it. */
function replaceKey(text: string, at: number, key: string): string {
  const keys = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=:)/g)];
  const match = keys[at % Math.max(1, keys.length)];
  return match
    ? text.slice(0, match.index) + JSON.stringify(key) + text.slice(match.index + match[0].length)
    : `{${JSON.stringify(key)}:1}`;
}

const encoder = new TextEncoder();
function withByte(text: string, at: number, byte: number): Uint8Array<ArrayBuffer> {
  const bytes = encoder.encode(text);
  if (bytes.length > 0) bytes[at % bytes.length] = byte;
  return bytes;
}

type Damage = (text: string) => string | Uint8Array<ArrayBuffer>;

const position = fc.nat(5000);
const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(position, hostileJson).map(
      ([at, value]): Damage =>
        (text) =>
          replaceValue(text, at, value),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(position, hostileText).map(
      ([at, key]): Damage =>
        (text) =>
          replaceKey(text, at, key),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(position, fc.nat(255)).map(
      ([at, byte]): Damage =>
        (text) =>
          withByte(text, at, byte),
    ),
  },
  {
    weight: 1,
    arbitrary: position.map(
      (at): Damage =>
        (text) =>
          text.slice(0, at % (text.length + 1)),
    ),
  },
  {
    weight: 1,
    arbitrary: hostileJson.map(
      (value): Damage =>
        () =>
          value,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map(
      (bytes): Damage =>
        () =>
          Uint8Array.from(bytes),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map(
      (bytes): Damage =>
        () =>
          Uint8Array.of(0x6b, 0x38, 0x73, 0, ...bytes),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Damage>(
      () => 'a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]',
      () => 'a: *missing',
      () => '? [complex]\n: 1',
      () => '--- 1\n--- 2',
      () => '!!js/function x',
      () => '{a: 1, a: 2}',
      (text) => `---\n${text}\n---\n`,
      (text) => text,
    ),
  },
);

const CONTENT_TYPES = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/cbor',
  'text/plain; charset=utf-16',
  ';;;',
  '',
] as const;

const hostileHeaders = fc.dictionary(
  fc.constantFrom('content-type', 'accept', 'authorization', 'impersonate-user', 'impersonate-group', 'if-none-match'),
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...CONTENT_TYPES) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'application/json;as=Table;g=meta.k8s.io;v=v1',
        'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
        'application/json;as=Nonsense;v=v9;g=x',
        'application/json;stream=watch',
        '*/*;q=x',
        'text/*',
        'Bearer ',
        'Bearer alice-token',
        'Bearer a.b.c',
        'Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJodHRwczovL2t1YmVybmV0ZXMuZGVmYXVsdC5zdmMifQ.',
        'Basic eDp5',
        'system:masters',
      ),
    },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,40}$/) },
  ),
  { maxKeys: 2 },
);

const PARAMETERS = [
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'timeoutSeconds',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'sendInitialEvents',
  'allowWatchBookmarks',
  'gracePeriodSeconds',
  'propagationPolicy',
  'orphanDependents',
  'includeObject',
  'watch',
  'exclude',
  'verbose',
  'timeout',
  'dryRun',
] as const;

const query = fc.array(
  fc.tuple(
    fc.constantFrom(...PARAMETERS),
    fc.oneof(fc.constantFrom('1', 'true', '0', 'Exact', 'NotOlderThan', 'Strict', 'Background', 'All'), hostileText),
  ),
  { maxLength: 3 },
);

/** Replaces one segment of a path, or appends one. */
function replaceStep(path: string, at: number, step: string): string {
  const steps = path.split('/');
  steps[1 + (at % steps.length)] = step;
  return steps.join('/');
}

const encoded = (text: string): string => encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
const pathDamage = fc.option(
  fc.tuple(
    fc.nat(9),
    fc.oneof(
      hostileText.map(encoded),
      fc.constantFrom(
        '%zz',
        '%',
        '%C0%80',
        '..',
        'pods',
        'status',
        'scale',
        'log',
        'exec',
        'eviction',
        'token',
        'apis',
        'v1',
        'watch',
      ),
    ),
  ),
  { freq: 2 },
);

const DELETE_OPTIONS =
  '{"kind":"DeleteOptions","apiVersion":"v1","dryRun":["All"],"preconditions":{"uid":"1"},"propagationPolicy":"Orphan"}';
const MUTATING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A recorded request, damaged in its method, path, query, headers or body. Writes are dry runs: some damage leaves a
 * request valid, and then the test also checks that a dry run stores nothing.
 */
export const hostileRequest: fc.Arbitrary<PlainRequest> = fc
  .record({
    base: fc.nat(recorded.length - 1),
    method: fc.option(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'), { freq: 8 }),
    pathDamage,
    query,
    headers: fc.option(hostileHeaders, { freq: 2 }),
    damages: fc.array(damage, { minLength: 0, maxLength: 2 }),
  })
  .map(({ base, method: otherMethod, pathDamage: damagedStep, query: parameters, headers, damages }) => {
    const soil = recorded[base] ?? { method: 'GET', path: '/', headers: {} };
    const method = otherMethod ?? soil.method;
    const [path = '', search = ''] = soil.path.split('?');
    const pairs = parameters.map(([name, value]) => `${name}=${encoded(value)}`);
    if (MUTATING.has(method)) pairs.unshift('dryRun=All');
    // The body of a delete holds its options and hides its query, so few deletes have one.
    const isDelete = method === 'DELETE';
    const given = search
      .split('&')
      .filter((pair) => pair !== '' && !(MUTATING.has(method) && pair.startsWith('dryRun=')));
    const where = damagedStep ? replaceStep(path, ...damagedStep) : path;
    const hasBody = method !== 'GET' && method !== 'HEAD' && !(isDelete && base % 4 > 0);
    const whole = isDelete ? DELETE_OPTIONS : soil.body === undefined ? '{}' : String(soil.body);
    let body: string | Uint8Array<ArrayBuffer> = whole;
    for (const apply of damages) if (typeof body === 'string') body = apply(body);
    return {
      method,
      path: `${where}?${[...pairs, ...given].join('&')}`,
      headers: { ...soil.headers, ...headers },
      ...(hasBody ? { body } : {}),
    };
  });
