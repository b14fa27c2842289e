import { kubernetesName } from '../../../api/dialect.ts';
import { readBase64 } from '../../../api/encoding/base64.ts';
import { errorText } from '../../../api/error-text.ts';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import { CERTIFICATES_GROUP } from '../../../api/kubernetes-names.ts';
import { readCertificateRequest } from '../../../x509/certificate-request.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

const SIGNER = kubernetesName('kubernetes.io/kube-apiserver-client');

/** Prevents certificates signed by the cluster from granting membership in system:masters. */
export const certificateSubjectRestriction: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'CertificateSubjectRestriction',
  handles: operations('CREATE'),
  resources: resources(`${dialect.rename(CERTIFICATES_GROUP)}/certificatesigningrequests`),
  validate(attributes) {
    if (!isRequestFor(attributes, dialect.rename(CERTIFICATES_GROUP), 'certificatesigningrequests')) return;
    const { spec } = attributes.object as CertificateSigningRequest;
    if (spec.signerName !== dialect.rename(SIGNER)) return;
    let groups: readonly string[];
    try {
      groups = readCertificateRequest(readBase64(spec.request ?? '') ?? new Uint8Array()).subject.organizations;
    } catch (error) {
      throw denial(attributes, `failed to parse CSR: ${errorText(error)}`);
    }
    if (!groups.includes('system:masters')) return;
    throw denial(attributes, `use of ${spec.signerName} signer with system:masters group is not allowed`);
  },
});
