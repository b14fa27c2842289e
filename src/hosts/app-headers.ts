/**
 * The security headers of each file of the app. They are sent by `vite preview`, by `tabplane ui` and by the service worker,
 * which stores files with them. The page also states its policy in a `<meta>` element, because static hosts may
 * send no headers.
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
  // The API is on the page's own origin. Only the service worker calls webhooks and identity providers.
  'connect-src': "'self'",
  'manifest-src': "'self'",
  // The workers of the editor and of the sandbox.
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
 * The service worker imports a second script of the app. It calls webhooks and identity providers at addresses that users
 * choose.
 */
const SERVICE_WORKER: Policy = { 'default-src': "'none'", 'script-src': "'self'", 'connect-src': '*' };

const text = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** The page's policy for a `<meta>` element, which does not support `frame-ancestors`. */
export const PAGE_POLICY = text(PAGE);

/** Origins that may frame the app, as in `frame-ancestors`: none. */
const NO_ANCESTORS = "'none'";

function policyOf(pathname: string, frameAncestors: string): string {
  if (pathname === '/sw.js') return text(SERVICE_WORKER);
  if (/^\/assets\/sandbox-thread-[^/]+\.js$/.test(pathname)) return text(SANDBOX_THREAD);
  return text({ ...PAGE, 'frame-ancestors': frameAncestors });
}

/**
 * Returns the security headers of a file of the app, which every host sends.
 * @param frameAncestors origins of pages that may frame the app
 */
export const appHeaders = (pathname: string, frameAncestors = NO_ANCESTORS): Readonly<Record<string, string>> => ({
  'content-security-policy': policyOf(pathname, frameAncestors),
  'x-content-type-options': 'nosniff',
  // URLs of views contain the names of objects.
  'referrer-policy': 'no-referrer',
  // A page that opens the app gets no reference to its window, and the app gets none to windows of other origins.
  'cross-origin-opener-policy': 'same-origin',
});

/** Returns the origins that may frame a file according to its host's policy. */
export const frameAncestorsIn = (policy: string | null): string =>
  /(?:^|;)\s*frame-ancestors\s+([^;]+)/.exec(policy ?? '')?.[1]?.trim() ?? NO_ANCESTORS;
