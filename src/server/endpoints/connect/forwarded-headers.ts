/** Headers that end at the API server: credentials of the client, and what belongs to its own connection. */
const OWN = ['authorization', 'host', 'content-length', 'accept-encoding', 'transfer-encoding'];

/** The headers of a request that another server may see. */
export function forwardedHeaders(headers: Headers): Headers {
  const kept = [...headers].filter(([name]) => !OWN.includes(name) && !name.startsWith('impersonate-'));
  return new Headers(kept);
}
