/** Headers that are not forwarded: the client's credentials, and headers of its own connection. */
const OWN = ['authorization', 'host', 'content-length', 'accept-encoding', 'transfer-encoding'];

/** Returns the headers of a request that may be forwarded to another server. */
export function forwardedHeaders(headers: Headers): Headers {
  const kept = [...headers].filter(([name]) => !OWN.includes(name) && !name.startsWith('impersonate-'));
  return new Headers(kept);
}
