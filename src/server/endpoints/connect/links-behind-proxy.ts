const TAG = /<[a-zA-Z][^<>]*>/g;
/** Longest tag that is buffered until it ends, in characters. Longer tags pass unchanged. */
const LONGEST_TAG = 64 * 1024;
/** Attributes whose values are addresses. */
const LINK =
  /(\s(?:action|archive|background|cite|classid|codebase|data|formaction|href|icon|longdesc|manifest|poster|profile|src|usemap)\s*=\s*)("[^"]*"|'[^']*')/gi;

/**
 * Rewrites the links of a page to paths of its server so that they go through the proxy again, like the real server.
 * Other responses are returned as they are.
 * @param prefix the path of the proxy, without a slash at its end
 */
export function withLinksBehindProxy(answer: Response, target: URL, prefix: string): Response {
  const { status, statusText, headers, body } = answer;
  const isPage = /^text\/html\s*(;|$)/i.test(headers.get('content-type') ?? '');
  if (!body || !isPage || headers.has('content-encoding')) return answer;
  const rewritten = body.pipeThrough(rewriting((tag) => rewriteTag(tag, target, prefix)));
  return new Response(rewritten, { status, statusText, headers });
}

function rewriteTag(tag: string, target: URL, prefix: string): string {
  return tag.replace(LINK, (whole, attribute: string, quoted: string) => {
    const [quote = '', value] = [quoted[0], quoted.slice(1, -1)];
    // Relative links stay below the path of the page.
    if (!/^(\/|https?:)/i.test(value) || !URL.canParse(value, target)) return whole;
    const link = new URL(value, target);
    const isOther = link.origin !== target.origin || link.pathname.startsWith(`${prefix}/`);
    return isOther ? whole : `${attribute}${quote}${prefix}${link.pathname}${link.search}${link.hash}${quote}`;
  });
}

/** Rewrites each tag of a text that arrives in pieces. */
function rewriting(rewrite: (tag: string) => string): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const write = (text: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (text !== '') controller.enqueue(encoder.encode(text.replace(TAG, rewrite)));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const open = text.lastIndexOf('<');
      // A tag that has not ended yet is buffered.
      const isOpen = open >= 0 && text.length - open <= LONGEST_TAG && !text.includes('>', open);
      const length = isOpen ? open : text.length;
      rest = text.slice(length);
      write(text.slice(0, length), controller);
    },
    flush: (controller) => write(rest + decoder.decode(), controller),
  });
}
