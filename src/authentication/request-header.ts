import type { Clock } from '../api/environment.ts';
import type { RequestHeaders } from '../api/messages/api-messages.ts';
import { extraKeyOf, extraOf, headerText, headerValues } from '../api/user-extra.ts';
import type { Certificate } from '../x509/certificate.ts';
import { AuthenticationError, type Authenticator } from './authenticator.ts';
import { readChain, verifyClientChain } from './certificate-chain.ts';

export interface RequestHeaderOptions {
  /** Authorities for proxy certificates. */
  readonly authorities: readonly Certificate[];
  /** Allowed common names of proxies; empty allows any. */
  readonly allowedNames: readonly string[];
  /** The first header with a value contains the username. */
  readonly usernameHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
  readonly clock: Clock;
  /** Audiences of the server. */
  readonly audiences: readonly string[];
}

/**
 * Authenticates users asserted in headers by a trusted proxy. The headers are only honoured on connections with the
 * proxy's client certificate, from an authority for proxies.
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const { authorities, allowedNames, usernameHeaders, groupHeaders, extraHeaderPrefixes, clock, audiences } = options;
  return {
    name: 'request header',
    async authenticate({ headers }, { clientCertificates = [] }) {
      const chain = readChain(clientCertificates);
      const [proxy] = chain;
      if (!proxy) return undefined;
      await verifyClientChain(chain, authorities, clock.now());
      const { commonName } = proxy.subject;
      if (allowedNames.length > 0 && !allowedNames.includes(commonName))
        throw new AuthenticationError([`x509: subject with cn=${commonName} is not in the allowed list`]);
      const username = usernameHeaders.map((name) => headerText(headers.get(name))).find((text) => text !== '');
      if (!username) return undefined;
      const groups = groupHeaders.flatMap((name) => headerValues(headers.get(name))).filter((group) => group !== '');
      const extra = readExtra(headers, extraHeaderPrefixes);
      return { user: { username, groups, ...(Object.keys(extra).length ? { extra } : {}) }, audiences };
    },
  };
}

function readExtra(headers: RequestHeaders, prefixes: readonly string[]): Record<string, readonly string[]> {
  const pairs = prefixes.flatMap((prefix) =>
    [...headers]
      .filter(([name]) => name.startsWith(prefix.toLowerCase()))
      .flatMap(([name, value]) =>
        headerValues(value).map((item) => [extraKeyOf(name.slice(prefix.length)), item] as const),
      ),
  );
  return extraOf(pairs);
}
