import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';

const MOST_VALUES = 1000;

/** The values that the `agnhost guestbook` servers of each namespace share. */
export class Guestbooks {
  /** By namespace and key. */
  readonly #values = new BoundedMap<string, string>(MOST_VALUES);

  /** Answers for a server. A front end reads and writes with `cmd`, a back end at `/get` and `/set`. */
  answer({ metadata }: Pod, { pathname, searchParams }: URL): Response {
    const command = pathname === '/guestbook' ? (searchParams.get('cmd') ?? '') : pathname.slice(1);
    const place = `${metadata.namespace}/${searchParams.get('key') ?? ''}`;
    if (command === 'get') return Response.json({ data: this.#values.get(place) ?? '' });
    if (command !== 'set') return new Response('404 page not found\n', { status: 404 });
    this.#values.set(place, searchParams.get('value') ?? '');
    return Response.json({ message: 'Updated' });
  }
}
