import { textBase64 } from '../../api/encoding/base64.ts';
import { isRecord } from '../../api/object.ts';

/** The decision of a webhook in Kubernetes' tests. */
interface Decision {
  readonly isAllowed: boolean;
  readonly message?: string;
  /** A JSON patch. */
  readonly patch?: readonly object[];
}

interface ReviewedObject {
  readonly metadata?: { readonly name?: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly containers?: readonly { readonly name: string }[]; readonly initContainers?: unknown };
  readonly data?: Readonly<Record<string, string>>;
}

interface Review {
  readonly operation: string;
  readonly name: string;
  /** The object, or the old object if it is deleted. */
  readonly object: ReviewedObject;
}

/** Waits for milliseconds of cluster time. */
type Wait = (milliseconds: number) => Promise<void>;

const ALLOWED: Decision = { isAllowed: true };
const denied = (message: string): Decision => ({ isAllowed: false, message });

const MARK = 'webhook-e2e-test';
const DISALLOWED = 'webhook-disallow';
const DELAY = 5000;
/** Longer than the timeout of any call. */
const FOREVER = 60_000;

/** The decisions of `agnhost webhook` by path. */
const WEBHOOKS: Readonly<Record<string, (review: Review, wait: Wait) => Decision | Promise<Decision>>> = {
  '/always-deny': () => denied('this webhook denies all requests'),
  '/always-allow-delay-5s': async (_, wait) => {
    await wait(DELAY);
    return { isAllowed: true, message: 'this webhook allows all requests after sleep 5 seconds' };
  },
  '/add-label': ({ object }) => {
    const labels = object.metadata?.labels;
    if (labels?.['added-label'] !== undefined) return ALLOWED;
    return patched(
      labels
        ? { op: 'add', path: '/metadata/labels/added-label', value: 'yes' }
        : { op: 'add', path: '/metadata/labels', value: { 'added-label': 'yes' } },
    );
  },
  '/pods': async ({ object }, wait) => {
    const isNamed = object.spec?.containers?.some(({ name }) => name.includes(DISALLOWED));
    const label = object.metadata?.labels?.[MARK];
    if (label === 'wait-forever') await wait(FOREVER);
    const problems = [
      ...(isNamed ? ['the pod contains unwanted container name; '] : []),
      ...(label === DISALLOWED ? ['the pod contains unwanted label; '] : []),
      ...(label === 'wait-forever' ? ['the pod response should not be sent; '] : []),
    ];
    return problems.length > 0 ? denied(problems.join('')) : ALLOWED;
  },
  '/pods/attach': ({ name }) =>
    name === 'to-be-attached-pod' ? denied(`attaching to pod 'to-be-attached-pod' is not allowed`) : ALLOWED,
  '/mutating-pods': ({ object }) => {
    if (object.metadata?.name !== 'webhook-to-be-mutated') return ALLOWED;
    const added = { name: 'webhook-added-init-container', image: 'webhook-added-image', resources: {} };
    return patched({ op: 'add', path: '/spec/initContainers', value: [added] });
  },
  '/configmaps': ({ object }) =>
    object.data?.[MARK] === DISALLOWED ? denied('the configmap contains unwanted key and value') : ALLOWED,
  '/mutating-configmaps': ({ object }) => withNextStage(object),
  '/custom-resource': ({ operation, object }) => {
    const mark = object.data?.[MARK];
    if (operation !== 'DELETE')
      return mark === DISALLOWED ? denied('the custom resource contains unwanted data') : ALLOWED;
    const message = 'the custom resource cannot be deleted because it contains unwanted key and value';
    return mark === 'webhook-nondeletable' ? denied(message) : ALLOWED;
  },
  '/mutating-custom-resource': ({ object }) => withNextStage(object),
  '/crd': ({ object }) =>
    object.metadata?.labels?.[MARK] === DISALLOWED ? denied('the crd contains unwanted label') : ALLOWED,
};

const patched = (...patch: readonly object[]): Decision => ({ isAllowed: true, patch });

/** Adds the stage that follows those in an object's data. */
function withNextStage({ data }: ReviewedObject): Decision {
  const stages = [
    ['mutation-start', 'mutation-stage-1'],
    ['mutation-stage-1', 'mutation-stage-2'],
  ] as const;
  const next = stages.filter(([before]) => data?.[before] === 'yes').map(([, stage]) => stage);
  return patched(...next.map((stage) => ({ op: 'add', path: `/data/${stage}`, value: 'yes' })));
}

/** Answers for `agnhost webhook`. */
export async function answerWebhook(request: Request, wait: Wait): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/readyz') return new Response('ok');
  const webhook = Object.hasOwn(WEBHOOKS, pathname) ? WEBHOOKS[pathname] : undefined;
  const review = await readReview(request);
  if (!webhook || !review) return new Response('404 page not found\n', { status: 404 });
  const { uid, operation, name = '', object, oldObject } = review.request;
  const subject = (operation === 'DELETE' ? oldObject : object) ?? {};
  const reviewed = { operation: String(operation), name: String(name), object: subject as ReviewedObject };
  const { isAllowed, message, patch } = await webhook(reviewed, wait);
  return Response.json({
    ...review.type,
    response: {
      uid,
      allowed: isAllowed,
      ...(message === undefined ? {} : { status: { metadata: {}, message } }),
      ...(patch ? { patchType: 'JSONPatch', patch: textBase64(JSON.stringify(patch)) } : {}),
    },
  });
}

/** Answers for `agnhost crd-conversion-webhook`, which splits and joins the host and port of custom resources. */
export async function answerConversion(request: Request): Promise<Response> {
  if (new URL(request.url).pathname === '/readyz') return new Response('ok');
  const review = await readReview(request);
  if (!review) return new Response('404 page not found\n', { status: 404 });
  const { uid, objects, desiredAPIVersion = '' } = review.request;
  const given = Array.isArray(objects) ? objects.filter(isRecord) : [];
  const convertedObjects = given.map((each) => converted(each, String(desiredAPIVersion)));
  return Response.json({ ...review.type, response: { uid, convertedObjects, result: { status: 'Success' } } });
}

function converted({ hostPort, host, port, ...object }: Readonly<Record<string, unknown>>, apiVersion: string): object {
  const result = { ...object, apiVersion };
  if (apiVersion.endsWith('/v2')) {
    if (typeof hostPort !== 'string') return { ...result, host, port };
    const [first, second] = hostPort.split(':');
    return { ...result, host: first, port: second };
  }
  return host === undefined ? { ...result, hostPort } : { ...result, hostPort: `${host}:${port}` };
}

async function readReview(request: Request) {
  try {
    const { apiVersion, kind, request: asked } = (await request.json()) as Readonly<Record<string, unknown>>;
    return isRecord(asked) ? { type: { apiVersion, kind }, request: asked } : undefined;
  } catch {
    return undefined;
  }
}
