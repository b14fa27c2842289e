import type { AccountTokenSigner } from './account-token-signer.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import type { PolicyTypeChecker } from './policy-type-checker.ts';

/** What a server does for its controllers beyond answering requests. Implemented in `server/server-capabilities.ts`. */
export interface ServerCapabilities {
  /** The cluster's certificate authority, also used for serving TLS. */
  readonly certificates: CertificateIssuer;
  readonly signAccountToken: AccountTokenSigner;
  /** Undefined when policies are not served. */
  readonly checkPolicyTypes: PolicyTypeChecker | undefined;
}
