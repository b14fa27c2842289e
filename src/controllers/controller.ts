import type { AccountTokenSigner } from '../api/account-token.ts';
import type { CertificateIssuer } from '../api/certificate-issuer.ts';
import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random } from '../api/environment.ts';
import type { PolicyTypeChecker } from '../api/policy-type-checker.ts';
import type { ApiClient } from '../client/api-client.ts';

/** What a controller gets: it is a client of the API like any other. */
export interface ControllerContext {
  /** Acts as the service account that the bootstrap roles name `system:controller:<name>`. */
  readonly client: ApiClient;
  /** Lists and watches, as the user that all controllers share for it. */
  readonly watcher: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly dialect: Dialect;
  /** The cluster's certificate authority. */
  readonly certificates: CertificateIssuer;
  readonly signAccountToken: AccountTokenSigner;
  /** Undefined where no policies are served. */
  readonly checkPolicyTypes: PolicyTypeChecker | undefined;
  /** Aborted when the controller must stop. */
  readonly signal: AbortSignal;
}

/** A loop that acts on what it watches. */
export interface Controller {
  /** Of its service account in the system namespace. */
  readonly name: string;
  start(context: ControllerContext): void;
}
