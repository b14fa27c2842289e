/**
 * The Content-Security-Policy of each file of the app. Three hosts apply it: the page itself (a `<meta>` element, for
 * static hosts that send no headers), `vite preview`, and the service worker, which stores files with their policy.
 */

type Policy = Readonly<Record<string, string>>;

const PAGE: Policy = {
  'default-src': "'none'",
  // No 'unsafe-inline', no 'unsafe-eval': every script is a file of the app.
  'script-src': "'self'",
  // Monaco 0.52 creates <style> elements for its themes and writes lines of text with style attributes, and accepts no
  // nonce; hashes cannot name texts that depend on the content. Everything else in the app works without it.
  'style-src': "'self' 'unsafe-inline'",
  // Monaco's style sheet has two images as data: addresses.
  'img-src': "'self' data:",
  'font-src': "'self'",
  // The API is on the page's own origin. Webhooks and identity providers are called by the service worker, never by the page.
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Threads that run the code of users in QuickJS, which is WebAssembly: the only ones that may compile any. */
const SANDBOX_THREAD: Policy = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
};

/** The service worker is one script without imports. It calls webhooks and identity providers, whose addresses users choose. */
const SERVICE_WORKER: Policy = { 'default-src': "'none'", 'connect-src': '*' };

const text = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** The policy of the page as text for a `<meta>` element, where `frame-ancestors` is not allowed. */
export const PAGE_POLICY = text(PAGE);

/** The value of the header `Content-Security-Policy` for a file of the app, by its path. */
export function policyOf(pathname: string): string {
  if (pathname === '/sw.js') return text(SERVICE_WORKER);
  if (/^\/assets\/sandbox-thread-[^/]+\.js$/.test(pathname)) return text(SANDBOX_THREAD);
  return text({ ...PAGE, 'frame-ancestors': "'none'" });
}
