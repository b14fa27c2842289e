/** Flags of the API server that say who is believed to be whom. Files are given as their texts, lists as comma-separated ones. */
export interface AuthenticationFlags {
  /** CSV text: token,user,uid[,"group1,group2"]. */
  readonly 'token-auth-file': string;
  readonly 'anonymous-auth': boolean;
  /** Whether secrets of the bootstrap token type in kube-system let nodes join. */
  readonly 'enable-bootstrap-token-auth': boolean;
  /** PEM: authorities of client certificates, beside the cluster's own. */
  readonly 'client-ca-file': string;
  /** Headers that name the user of a request that a trusted proxy passes on; empty: no proxy is trusted. */
  readonly 'requestheader-username-headers': string;
  readonly 'requestheader-group-headers': string;
  readonly 'requestheader-extra-headers-prefix': string;
  /** PEM: authorities of the proxies' client certificates. */
  readonly 'requestheader-client-ca-file': string;
  /** Common names of proxies; empty: any that the authorities vouch for. */
  readonly 'requestheader-allowed-names': string;
  /** Issuers of service account tokens; the first signs, the others' stay good. Empty: the cluster's own name. */
  readonly 'service-account-issuer': string;
  /** Audiences that the server answers to; empty: its issuers. */
  readonly 'api-audiences': string;
  /** PEM: keys whose tokens are good beside those of the signing key. */
  readonly 'service-account-key-file': string;
  /** PEM: the private key that signs; empty: one that the server makes and keeps. */
  readonly 'service-account-signing-key-file': string;
  /** URL of the keys in the issuer's description; empty: this server's own. */
  readonly 'service-account-jwks-uri': string;
  /** Whether a token that a secret holds ends with it. */
  readonly 'service-account-lookup': boolean;
  /** Longest duration of a token, as Go writes it; `0s`: any. */
  readonly 'service-account-max-token-expiration': string;
  /** Whether a pod's projected token is good for a year although less was asked for. */
  readonly 'service-account-extend-token-expiration': boolean;
  readonly 'oidc-issuer-url': string;
  readonly 'oidc-client-id': string;
  readonly 'oidc-username-claim': string;
  /** Empty: the issuer's URL and `#`, unless the claim is email; `-`: none. */
  readonly 'oidc-username-prefix': string;
  readonly 'oidc-groups-claim': string;
  readonly 'oidc-groups-prefix': string;
  /** `claim=value`, comma-separated: what every token must say. */
  readonly 'oidc-required-claim': string;
  readonly 'oidc-signing-algs': string;
  /** PEM: authorities of the issuer's certificate; empty: those of the host. */
  readonly 'oidc-ca-file': string;
  /** A kubeconfig that leads to the service that is asked about tokens. */
  readonly 'authentication-token-webhook-config-file': string;
  /** v1 or v1beta1: the version of the TokenReviews that are sent. */
  readonly 'authentication-token-webhook-version': string;
  /** How long an answer counts, as Go writes durations. */
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
