import { describe, expect, it } from 'vitest';
import { appHeaders, PAGE_POLICY } from '../../src/hosts/app-headers.ts';

const FILES = ['/', '/objects/core/v1/pods', '/assets/index-1234.js', '/assets/sandbox-thread-1234.js', '/sw.js'];

const policyOf = (path: string): string => appHeaders(path)['content-security-policy'] ?? '';

/** Returns the sources of a directive, or those of `default-src`. */
function sourcesOf(policy: string, directive: string): readonly string[] {
  const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0], text.split(' ').slice(1)]));
  return directives.get(directive) ?? directives.get('default-src') ?? ['*'];
}

describe.each([...FILES.map((path) => [path, policyOf(path)] as const), ['the <meta> element', PAGE_POLICY] as const])(
  'the policy of %s',
  (path, policy) => {
    it('forbids inline scripts, eval, and scripts of other origins', () => {
      const allowed = path.includes('sandbox-thread') ? ["'self'", "'wasm-unsafe-eval'"] : ["'self'", "'none'"];
      expect(sourcesOf(policy, 'script-src').filter((source) => !allowed.includes(source))).toEqual([]);
      expect(sourcesOf(policy, 'object-src')).toEqual(["'none'"]);
    });

    it('forbids connections to other origins, except for webhooks of the service worker', () => {
      expect(sourcesOf(policy, 'connect-src')).toEqual([path === '/sw.js' ? '*' : "'self'"]);
      for (const directive of ['img-src', 'font-src', 'frame-src', 'media-src'])
        expect(sourcesOf(policy, directive).join(' ')).not.toMatch(/\*|https?:/);
    });
  },
);
