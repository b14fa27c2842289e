/** Returns a request without the prefix, for the cluster's server. */
export async function requestAt(request: Request, target: URL): Promise<Request> {
  if (request.url === target.href) return request;
  const { method, headers, signal } = request;
  // Forwarding a stream would need the duplex option, which some browsers lack.
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  return new Request(target, { method, headers, signal, body });
}
