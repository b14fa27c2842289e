/** What a certificate is to say. Names, keys and extensions are DER. */
export interface CertificateWish {
  /** Name of whom it is for. */
  readonly subjectName: Uint8Array;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Value of the extension of that name. */
  readonly alternativeNames?: Uint8Array | undefined;
  /** As `spec.usages` of a CertificateSigningRequest names them. */
  readonly usages: readonly string[];
  readonly seconds: number;
}

/** The cluster's own certificate authority. It comes to be when it is first asked. */
export interface CertificateIssuer {
  /** PEM. */
  issue(wish: CertificateWish): Promise<string>;
  /** PEM of the authority's own certificate, which vouches for all that it has issued. */
  authority(): Promise<string>;
}
