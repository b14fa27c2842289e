import type { ApiClient } from '../../../client/api-client.ts';
import { resourcePath } from '../../../client/resource-path.ts';
import type { LogOptions } from '../../state/stores/logs-store.ts';

export interface LogAddress {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}
export interface LogReader {
  readonly signal: AbortSignal;
  readonly onText: (text: string) => void;
}

type ReadOptions = Pick<LogOptions, 'previous' | 'follow' | 'timestamps' | 'tail'>;

/**
 * Reads the log of a container, to its end when it is followed. Returns false when the pod has no log, because it has
 * not been assigned to a node.
 * @throws ApiError
 */
export async function readLog(
  client: ApiClient,
  { namespace, pod, container }: LogAddress,
  { previous, follow, timestamps, tail }: ReadOptions,
  { signal, onText }: LogReader,
): Promise<boolean> {
  const address = { group: '', version: 'v1', resource: 'pods', namespace, name: pod, subresource: 'log' };
  const query = new URLSearchParams({
    container,
    ...(follow && !previous ? { follow: 'true' } : {}),
    ...(previous ? { previous: 'true' } : {}),
    ...(tail === undefined ? {} : { tailLines: String(tail) }),
    ...(timestamps ? { timestamps: 'true' } : {}),
  });
  const response = await client.request(`${resourcePath(address)}?${query}`, {
    signal,
    // Errors are JSON.
    headers: { accept: 'application/json, */*' },
  });
  if (response.status === 204) return false;
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    onText(decoder.decode(chunk.value, { stream: true }));
  }
  onText(decoder.decode());
  return true;
}
