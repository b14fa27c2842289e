/** The content of a certificate to issue. Names, keys and extensions are in DER. */
export interface CertificateTemplate {
  readonly subjectName: Uint8Array;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Value of the subject alternative name extension. */
  readonly alternativeNames?: Uint8Array | undefined;
  /** As `spec.usages` of a CertificateSigningRequest names them. */
  readonly usages: readonly string[];
  readonly seconds: number;
}

/** The cluster's certificate authority, created on first use. */
export interface CertificateIssuer {
  /** Issues a certificate and returns it as PEM. */
  issue(template: CertificateTemplate): Promise<string>;
  /** Returns the authority's own certificate as PEM, with which issued certificates are verified. */
  authority(): Promise<string>;
}
