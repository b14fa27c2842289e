/** Returns a request as the cluster's server sees it: without the prefix. */
export async function requestAt(request: Request, target: URL): Promise<Request> {
  if (request.url === target.href) return request;
  const { method, headers, signal } = request;
  // A stream could not be passed on without the duplex option, which not every browser has.
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  return new Request(target, { method, headers, signal, body });
}
