/**
 * Headers that make a response inert: a browser that shows it as a page gives it an opaque origin, runs no scripts,
 * loads no subresources and does not guess its content type.
 */
export const INERT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};
