import { expect, test } from 'vitest';
import { AdmissionHarness } from '../../admission-harness.ts';

const request = (status: object = {}) => ({ metadata: { name: 'r' }, spec: { signerName: 'example.com/a' }, status });
const resource = 'certificatesigningrequests.certificates.k8s.io';

test('CertificateApproval requires the verb approve on the signer or its domain', async () => {
  const harness = new AdmissionHarness('CertificateApproval');
  const given = {
    operation: 'UPDATE' as const,
    resource: `${resource}/approval`,
    object: request(),
    oldObject: request(),
  };
  expect(await harness.denial(given)).toBe(
    'certificatesigningrequests.certificates.k8s.io "r" is forbidden: user not permitted to approve requests with signerName "example.com/a"',
  );
  harness.permissions.add('approve example.com/*');
  expect(await harness.denial(given)).toBe('admitted');
});

test('CertificateSigning requires the verb sign only when the certificate or the conditions change', async () => {
  const harness = new AdmissionHarness('CertificateSigning');
  const given = { operation: 'UPDATE' as const, resource: `${resource}/status`, oldObject: request() };
  expect(await harness.denial({ ...given, object: request() })).toBe('admitted');
  expect(await harness.denial({ ...given, object: request({ certificate: 'AA==' }) })).toContain(
    'user not permitted to sign requests',
  );
  harness.permissions.add('sign example.com/a');
  expect(await harness.denial({ ...given, object: request({ certificate: 'AA==' }) })).toBe('admitted');
});

test('CertificateSubjectRestriction checks only requests for client certificates', async () => {
  const harness = new AdmissionHarness('CertificateSubjectRestriction');
  expect(await harness.denial({ resource, object: request() })).toBe('admitted');
  const client = {
    ...request(),
    spec: { signerName: 'kubernetes.io/kube-apiserver-client', request: btoa('nonsense') },
  };
  expect(await harness.denial({ resource, object: client })).toContain('failed to parse CSR');
});
