/** API server flags that configure authentication. Files are given as their contents, lists as comma-separated text. */
export interface AuthenticationFlags {
  /** CSV text: token,user,uid[,"group1,group2"]. */
  readonly 'token-auth-file': string;
  readonly 'anonymous-auth': boolean;
  /** Whether bootstrap token secrets in kube-system may be used by nodes to join. */
  readonly 'enable-bootstrap-token-auth': boolean;
  /** PEM: authorities for client certificates, in addition to the cluster's own. */
  readonly 'client-ca-file': string;
  /** Headers in which trusted proxies pass on the user's name. Empty: no proxy is trusted. */
  readonly 'requestheader-username-headers': string;
  readonly 'requestheader-group-headers': string;
  readonly 'requestheader-extra-headers-prefix': string;
  /** PEM: authorities for the client certificates of proxies. */
  readonly 'requestheader-client-ca-file': string;
  /** Allowed common names of proxies. Empty: any name in a certificate that the authorities have signed. */
  readonly 'requestheader-allowed-names': string;
  /**
   * Issuers of service account tokens. The first one signs; tokens of the others are accepted. Empty: the cluster's own
   * issuer.
   */
  readonly 'service-account-issuer': string;
  /** Accepted token audiences. Empty: the issuers. */
  readonly 'api-audiences': string;
  /** PEM: keys that verify tokens, in addition to the signing key. */
  readonly 'service-account-key-file': string;
  /** PEM: the private signing key. Empty: the server generates and keeps one. */
  readonly 'service-account-signing-key-file': string;
  /** JWKS URL in the issuer's discovery document. Empty: the URL of this server. */
  readonly 'service-account-jwks-uri': string;
  /** Whether deleting a token secret invalidates its token. */
  readonly 'service-account-lookup': boolean;
  /** The longest token lifetime, as a Go duration. `0s`: unlimited. */
  readonly 'service-account-max-token-expiration': string;
  /** Whether projected tokens of pods are valid for a year even if a shorter lifetime was requested. */
  readonly 'service-account-extend-token-expiration': boolean;
  readonly 'oidc-issuer-url': string;
  readonly 'oidc-client-id': string;
  readonly 'oidc-username-claim': string;
  /** Empty: the issuer's URL and `#`, unless the claim is email. `-`: no prefix. */
  readonly 'oidc-username-prefix': string;
  readonly 'oidc-groups-claim': string;
  readonly 'oidc-groups-prefix': string;
  /** Claims that every token must have: comma-separated `claim=value`. */
  readonly 'oidc-required-claim': string;
  readonly 'oidc-signing-algs': string;
  /** PEM: authorities for the issuer's certificate. Empty: those of the host. */
  readonly 'oidc-ca-file': string;
  /** A kubeconfig for the token review webhook. */
  readonly 'authentication-token-webhook-config-file': string;
  /** v1 or v1beta1: the version of the TokenReviews sent to the webhook. */
  readonly 'authentication-token-webhook-version': string;
  /** How long webhook responses are cached, as a Go duration. */
  readonly 'authentication-token-webhook-cache-ttl': string;
}

export const DEFAULT_AUTHENTICATION_FLAGS: AuthenticationFlags = {
  'token-auth-file': '',
  'anonymous-auth': true,
  'enable-bootstrap-token-auth': false,
  'client-ca-file': '',
  'requestheader-username-headers': '',
  'requestheader-group-headers': '',
  'requestheader-extra-headers-prefix': '',
  'requestheader-client-ca-file': '',
  'requestheader-allowed-names': '',
  'service-account-issuer': '',
  'api-audiences': '',
  'service-account-key-file': '',
  'service-account-signing-key-file': '',
  'service-account-jwks-uri': '',
  'service-account-lookup': true,
  'service-account-max-token-expiration': '0s',
  'service-account-extend-token-expiration': true,
  'oidc-issuer-url': '',
  'oidc-client-id': '',
  'oidc-username-claim': 'sub',
  'oidc-username-prefix': '',
  'oidc-groups-claim': '',
  'oidc-groups-prefix': '',
  'oidc-required-claim': '',
  'oidc-signing-algs': 'RS256',
  'oidc-ca-file': '',
  'authentication-token-webhook-config-file': '',
  'authentication-token-webhook-version': 'v1beta1',
  'authentication-token-webhook-cache-ttl': '2m0s',
};
