import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import { CERTIFICATES_GROUP } from '../../../api/kubernetes-names.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import type { AdmissionAttributes, AdmissionContext, AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Requires the verb `approve` on a request's signer for its approval. */
export const certificateApproval: AdmissionPluginFactory = (context) => ({
  name: 'CertificateApproval',
  handles: operations('UPDATE'),
  resources: resources(`${context.dialect.rename(CERTIFICATES_GROUP)}/certificatesigningrequests/approval`),
  validate: (attributes) =>
    isRequestFor(attributes, context.dialect.rename(CERTIFICATES_GROUP), 'certificatesigningrequests', 'approval')
      ? checkSigner('approve', attributes, context)
      : undefined,
});

/** Requires the verb `sign` on a request's signer for writing its certificate or conditions. */
export const certificateSigning: AdmissionPluginFactory = (context) => ({
  name: 'CertificateSigning',
  handles: operations('UPDATE'),
  resources: resources(`${context.dialect.rename(CERTIFICATES_GROUP)}/certificatesigningrequests/status`),
  validate(attributes) {
    if (!isRequestFor(attributes, context.dialect.rename(CERTIFICATES_GROUP), 'certificatesigningrequests', 'status'))
      return undefined;
    const { status } = attributes.object as CertificateSigningRequest;
    const { status: live } = attributes.oldObject as CertificateSigningRequest;
    const isSame =
      status?.certificate === live?.certificate && isEqualJson(status?.conditions ?? [], live?.conditions ?? []);
    return isSame ? undefined : checkSigner('sign', attributes, context);
  },
});

async function checkSigner(verb: 'approve' | 'sign', attributes: AdmissionAttributes, context: AdmissionContext) {
  // The stored signer counts, so that changing it in the same write gains nothing.
  const { signerName } = (attributes.oldObject as CertificateSigningRequest).spec;
  if (await mayUseSigner(verb, signerName, attributes, context)) return;
  const signer = JSON.stringify(signerName);
  throw denial(attributes, `user not permitted to ${verb} requests with signerName ${signer}`);
}

/** Checks the permission for the signer's name and for `<domain>/*`. */
async function mayUseSigner(verb: string, signer: string, attributes: AdmissionAttributes, context: AdmissionContext) {
  for (const name of [signer, `${signer.split('/')[0]}/*`]) {
    const { decision } = await context.authorizer.authorize({
      user: attributes.user,
      verb,
      isResourceRequest: true,
      namespace: '',
      group: context.dialect.rename(CERTIFICATES_GROUP),
      version: '*',
      resource: 'signers',
      subresource: '',
      name,
      path: '',
    });
    if (decision === 'allow') return true;
  }
  return false;
}
