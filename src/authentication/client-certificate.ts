import type { Clock } from '../api/environment.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { Authenticator } from './authenticator.ts';
import { readChain, verifyClientChain } from './certificate-chain.ts';

export interface ClientCertificateOptions {
  /** Authorities for client certificates. */
  readonly authorities: () => Promise<readonly Certificate[]>;
  readonly clock: Clock;
}

/**
 * Authenticates the client certificate of the connection: the common name is the user, the organizations are the
 * groups.
 */
export function clientCertificateAuthenticator({ authorities, clock }: ClientCertificateOptions): Authenticator {
  return {
    name: 'client certificate',
    async authenticate(_request, { clientCertificates = [] }) {
      const chain = readChain(clientCertificates);
      const [leaf] = chain;
      if (!leaf) return undefined;
      await verifyClientChain(chain, await authorities(), clock.now());
      const { commonName: username, organizations: groups } = leaf.subject;
      return username === '' ? undefined : { user: { username, ...(groups.length ? { groups } : {}) } };
    },
  };
}
