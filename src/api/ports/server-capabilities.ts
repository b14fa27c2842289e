import type { AccountTokenSigner } from './account-token-signer.ts';
import type { CertificateIssuer } from './certificate-issuer.ts';
import type { PolicyTypeChecker } from './policy-type-checker.ts';

/** Server functions for controllers, besides the API. Implemented in `server/server-capabilities.ts`. */
export interface ServerCapabilities {
  /** The cluster's certificate authority, also used for serving TLS. */
  readonly certificates: CertificateIssuer;
  readonly signAccountToken: AccountTokenSigner;
  /** Undefined when policies are not served. */
  readonly checkPolicyTypes: PolicyTypeChecker | undefined;
}
