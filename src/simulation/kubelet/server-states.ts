import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';

const MOST_VALUES = 1000;

const notFound = (): Response => new Response('404 page not found\n', { status: 404 });

/** The values that servers of Kubernetes' test image keep between requests. */
export class ServerStates {
  /** The values that the `guestbook` servers of each namespace share, by namespace and key. */
  readonly #values = new BoundedMap<string, string>(MOST_VALUES);
  /** How often each source has written to a `nettest` server, by the UID of its pod. */
  readonly #received = new BoundedMap<string, Readonly<Record<string, number>>>(MOST_VALUES);

  /** Answers for `agnhost guestbook`. A front end reads and writes with `cmd`, a back end at `/get` and `/set`. */
  answerGuestbook({ metadata }: Pod, { pathname, searchParams }: URL): Response {
    const command = pathname === '/guestbook' ? (searchParams.get('cmd') ?? '') : pathname.slice(1);
    const place = `${metadata.namespace}/${searchParams.get('key') ?? ''}`;
    if (command === 'get') return Response.json({ data: this.#values.get(place) ?? '' });
    if (command !== 'set') return notFound();
    this.#values.set(place, searchParams.get('value') ?? '');
    return Response.json({ message: 'Updated' });
  }

  /** Answers for `agnhost nettest`, which counts the writes of each source. */
  async answerNettest({ metadata }: Pod, request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const { name = '', uid = '' } = metadata;
    const received = this.#received.get(uid) ?? {};
    if (pathname === '/read') return Response.json({ Hostname: name, Received: received });
    if (pathname !== '/write') return notFound();
    const source = await sourceOf(request);
    if (source === undefined) return new Response('invalid body\n', { status: 400 });
    this.#received.set(uid, { ...received, [source]: (received[source] ?? 0) + 1 });
    return Response.json({ Hostname: name });
  }
}

/** Returns the source that a write names; undefined for a body that is not valid. */
async function sourceOf(request: Request): Promise<string | undefined> {
  try {
    const { Source: source } = (await request.json()) as { readonly Source?: unknown };
    return typeof source === 'string' ? source : undefined;
  } catch {
    return undefined;
  }
}
