import { expect, it } from 'vitest';
import { withLinksBehindProxy } from '../../../../src/server/endpoints/connect/links-behind-proxy.ts';

const PREFIX = '/api/v1/namespaces/shop/pods/web/proxy';

/** Returns the page as clients of the proxy receive it when its pieces arrive separately. */
function passed(pieces: readonly string[], headers: Record<string, string> = { 'content-type': 'text/html' }) {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const target = new URL('http://10.0.0.1:80/shop/');
  return withLinksBehindProxy(new Response(body, { headers }), target, PREFIX).text();
}

it('rewrites links to paths of the server to go through the proxy', async () => {
  expect(await passed(['<a href="/cart?x=1#y">cart</a>'])).toBe(`<a href="${PREFIX}/cart?x=1#y">cart</a>`);
  expect(await passed(["<img alt='é' src='http://10.0.0.1/a.png'>"])).toBe(`<img alt='é' src='${PREFIX}/a.png'>`);
});

it('rewrites a tag that arrives in pieces', async () => {
  expect(await passed(['<p>1 < 2</p><a hr', 'ef="/ca', 'rt">cart', '</a><'])).toBe(
    `<p>1 < 2</p><a href="${PREFIX}/cart">cart</a><`,
  );
});

it('does not rewrite a tag that exceeds the size limit', async () => {
  const chunk = `<a title="${'x'.repeat(70_000)}`;
  expect(await passed([chunk, '" href="/cart">cart</a>'])).toBe(`${chunk}" href="/cart">cart</a>`);
});

it.each([
  '<a href="cart">relative</a>',
  '<a href="https://example.com/">of another server</a>',
  `<a href="${PREFIX}/cart">of the proxy</a>`,
  'href="/cart" outside of a tag',
])('keeps %s', async (page) => {
  expect(await passed([page])).toBe(page);
});

it('does not change other media types and compressed pages', async () => {
  const link = '<a href="/cart">cart</a>';
  expect(await passed([link], { 'content-type': 'text/plain' })).toBe(link);
  expect(await passed([link], { 'content-type': 'text/html', 'content-encoding': 'gzip' })).toBe(link);
});
