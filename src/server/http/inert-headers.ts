/**
 * Headers with which no answer is active content: a browser that shows it as a page gives it an origin of its own, runs
 * none of its scripts, loads nothing for it, and takes no other type for its content.
 */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
