import { isClusterPath } from '../../src/hosts/cluster-paths.ts';
import type { Scenario } from '../conformance/scenarios.ts';

interface Step {
  readonly method?: string;
  readonly path?: string;
  readonly watch?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly raw?: unknown;
}

/** Headers that the Fetch standard reserves for the browser, and `user-agent`, which Chromium always replaces. */
const FORBIDDEN_HEADERS = new RegExp(
  `^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method|private-network)|connection|content-length|
    cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|user-agent|
    proxy-.*|sec-.*)$`.replaceAll(/\s/g, ''),
  'i',
);

/** Returns why a browser cannot send a step; undefined when it can. */
function unsendableStep({ method = 'GET', path, watch, headers = {}, body, raw }: Step): string | undefined {
  const target = path ?? watch;
  if (target === undefined) return undefined;
  if (!isClusterPath(target.split('?')[0] ?? '')) return 'A path that the service worker leaves to the network';
  if (Object.keys(headers).some((name) => FORBIDDEN_HEADERS.test(name))) return 'A header that pages may not set';
  if ((method === 'GET' || method === 'HEAD') && (body !== undefined || raw !== undefined))
    return 'A GET or HEAD request with a body';
  if (/^(connect|trace|track)$/i.test(method)) return 'A method that pages may not use';
  return undefined;
}

/** How conversations reach the webhook fixture: by its address, or through a Service with its host name. */
const NAMES_FIXTURE = /127\.0\.0\.1:9443|"externalName"/;

/** Returns why a conversation cannot be replayed in a browser; undefined when it can. */
export const whyUnsendable = ({ steps, webhookFixture }: Scenario): string | undefined =>
  webhookFixture && NAMES_FIXTURE.test(JSON.stringify(steps))
    ? 'Webhooks whose certificate no browser trusts'
    : (steps as readonly Step[]).map(unsendableStep).find((reason) => reason !== undefined);
