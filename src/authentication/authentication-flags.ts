/**
 * API server flags that configure authentication, one row each, with their defaults. Files are given as their contents,
 * lists as comma-separated text.
 */
export const DEFAULT_AUTHENTICATION_FLAGS = {
  /** CSV text: token,user,uid[,"group1,group2"]. */
  'token-auth-file': '',
  'anonymous-auth': true,
  /** Whether bootstrap token secrets in kube-system may be used by nodes to join. */
  'enable-bootstrap-token-auth': false,
  /** PEM: authorities for client certificates, in addition to the cluster's own. */
  'client-ca-file': '',
  /** Headers in which trusted proxies pass on the user's name. Empty: no proxy is trusted. */
  'requestheader-username-headers': '',
  'requestheader-group-headers': '',
  'requestheader-extra-headers-prefix': '',
  /** PEM: authorities for the client certificates of proxies. */
  'requestheader-client-ca-file': '',
  /** Allowed common names of proxies. Empty: any name in a certificate that the authorities have signed. */
  'requestheader-allowed-names': '',
  /**
   * Issuers of service account tokens. The first one signs; tokens of the others are accepted. Empty: the cluster's own
   * issuer.
   */
  'service-account-issuer': '',
  /** Accepted token audiences. Empty: the issuers. */
  'api-audiences': '',
  /** PEM: keys that verify tokens, in addition to the signing key. */
  'service-account-key-file': '',
  /** PEM: the private signing key. Empty: the server generates and keeps one. */
  'service-account-signing-key-file': '',
  /** JWKS URL in the issuer's discovery document. Empty: the URL of this server. */
  'service-account-jwks-uri': '',
  /** Whether deleting a token secret invalidates its token. */
  'service-account-lookup': true,
  /** The longest token lifetime, as a Go duration. `0s`: unlimited. */
  'service-account-max-token-expiration': '0s',
  /** Whether projected tokens of pods are valid for a year even if a shorter lifetime was requested. */
  'service-account-extend-token-expiration': true,
  'oidc-issuer-url': '',
  'oidc-client-id': '',
  'oidc-username-claim': 'sub',
  /** Empty: the issuer's URL and `#`, unless the claim is email. `-`: no prefix. */
  'oidc-username-prefix': '',
  'oidc-groups-claim': '',
  'oidc-groups-prefix': '',
  /** Claims that every token must have: comma-separated `claim=value`. */
  'oidc-required-claim': '',
  'oidc-signing-algs': 'RS256',
  /** PEM: authorities for the issuer's certificate. Empty: those of the host. */
  'oidc-ca-file': '',
  /** A kubeconfig for the token review webhook. */
  'authentication-token-webhook-config-file': '',
  /** v1 or v1beta1: the version of the TokenReviews sent to the webhook. */
  'authentication-token-webhook-version': 'v1beta1',
  /** How long webhook responses are cached, as a Go duration. */
  'authentication-token-webhook-cache-ttl': '2m0s',
};

export type AuthenticationFlags = Readonly<typeof DEFAULT_AUTHENTICATION_FLAGS>;
