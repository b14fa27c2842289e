import { isClusterPath } from '../cluster-paths.ts';
import { ClusterSocket } from './cluster-socket.ts';
import type { CallWorker } from './worker-control.ts';

type Parameters = readonly [url: string | URL, protocols?: string | readonly string[]];

/**
 * Replaces the page's `WebSocket` with one that connects to a cluster for the cluster's URLs and to the network for all
 * others. Returns a function that restores it.
 * @param cluster the URL of the cluster's API
 */
export function installWebSocket(cluster: string, call: CallWorker): () => void {
  const platform = globalThis.WebSocket;
  let isUndone = false;
  const installed = new Proxy(platform, {
    construct(target, parameters, newTarget) {
      const [given, protocols = []] = parameters as unknown as Parameters;
      const url = URL.canParse(given, document.baseURI) ? new URL(given, document.baseURI) : undefined;
      const path = url && pathIn(url, new URL(cluster));
      if (isUndone || !url || path === undefined) return Reflect.construct(target, parameters, newTarget);
      url.protocol = url.protocol.replace('http', 'ws');
      // An instance of the called class, so that `instanceof` works and classes can extend it.
      return Reflect.construct(ClusterSocket, [url, path, [protocols].flat(), call], newTarget);
    },
  });
  globalThis.WebSocket = installed;
  return () => {
    isUndone = true;
    // The socket class of another cluster may delegate to this one.
    if (globalThis.WebSocket === installed) globalThis.WebSocket = platform;
  };
}

/** Returns the path and query of a URL without the cluster's prefix; undefined for a URL elsewhere. */
function pathIn({ host, pathname, search }: URL, cluster: URL): string | undefined {
  const prefix = cluster.pathname.replace(/\/$/, '');
  const path = pathname.slice(prefix.length);
  const isOfCluster = host === cluster.host && pathname.startsWith(`${prefix}/`) && isClusterPath(path);
  return isOfCluster ? path + search : undefined;
}
