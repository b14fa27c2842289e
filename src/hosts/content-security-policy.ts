/**
 * The Content-Security-Policy of each file of the app. It is applied by the page itself (a `<meta>` element, for static
 * hosts that send no headers), by `vite preview`, and by the service worker, which stores files with their policy.
 */

type Policy = Readonly<Record<string, string>>;

const PAGE: Policy = {
  'default-src': "'none'",
  // No 'unsafe-inline' and no 'unsafe-eval': every script is a file of the app.
  'script-src': "'self'",
  // Monaco 0.52 creates <style> elements for its themes, writes style attributes and supports no nonce; hashes cannot
  // cover styles that depend on the content. Nothing else in the app needs it.
  'style-src': "'self' 'unsafe-inline'",
  // Monaco's style sheet contains two data: images.
  'img-src': "'self' data:",
  'font-src': "'self'",
  // The API is on the page's own origin. The service worker calls webhooks and identity providers, the page never does.
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** Threads that run user code in QuickJS. Only they may compile WebAssembly. */
const SANDBOX_THREAD: Policy = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'connect-src': "'self'",
};

/**
 * The service worker is one script without imports. It calls webhooks and identity providers at addresses that users
 * choose.
 */
const SERVICE_WORKER: Policy = { 'default-src': "'none'", 'connect-src': '*' };

const text = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** The page's policy for a `<meta>` element, which does not support `frame-ancestors`. */
export const PAGE_POLICY = text(PAGE);

/** Returns the value of the `Content-Security-Policy` header for a file of the app. */
export function policyOf(pathname: string): string {
  if (pathname === '/sw.js') return text(SERVICE_WORKER);
  if (/^\/assets\/sandbox-thread-[^/]+\.js$/.test(pathname)) return text(SANDBOX_THREAD);
  return text({ ...PAGE, 'frame-ancestors': "'none'" });
}
