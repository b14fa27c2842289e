import type { Dialect } from '../api/dialect.ts';
import type { Clock, Random } from '../api/environment.ts';
import type { AccountTokenSigner } from '../api/ports/account-token-signer.ts';
import type { PolicyTypeChecker } from '../api/ports/policy-type-checker.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { CertificateIssuer } from '../x509/certificate-issuer.ts';

/** What a controller gets: it is a client of the API like any other. */
export interface ControllerContext {
  /** Acts as the controller's service account, whose role is `system:controller:<service account>`. */
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
  /** The name that `--controllers` of the real manager has for it. */
  readonly name: string;
  /** Its name before v1.28, which `--controllers` takes too. */
  readonly alias?: string;
  /** `*` does not include it. */
  readonly isDisabledByDefault?: true;
  /** The account in the system namespace that it acts as. */
  readonly serviceAccount: string;
  start(context: ControllerContext): void;
}
