import { expect, test } from 'vitest';
import { certificateApprovingController } from '../../../src/controllers/certificates/certificates.ts';
import { makeRequest } from '../../authentication/certificate-maker.ts';
import { fixedContext } from '../fixed-context.ts';

const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const REVIEW = 'POST /apis/authorization.k8s.io/v1/subjectaccessreviews';

const request = async (name: string, subject: string) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: {
    request: btoa((await makeRequest(subject)).pem),
    signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
    usages: ['digital signature', 'client auth'],
    username: 'joiner',
  },
});

test('The approver reviews an unauthorized requester again with backoff, and ignores other requests', async () => {
  const { context, clock, requests, stop } = fixedContext({
    [PATH]: [
      await request('of-a-node', 'CN=system:node:n1, O=system:nodes'),
      await request('of-a-user', 'CN=jane, O=dev'),
    ],
  });
  const running = certificateApprovingController.run(context);
  await clock.advance(0);
  expect(requests).toEqual([REVIEW]);
  await clock.advance(199);
  expect(requests).toEqual([REVIEW]);
  await clock.advance(1);
  expect(requests).toEqual([REVIEW, REVIEW]);
  await clock.advance(400);
  expect(requests).toEqual([REVIEW, REVIEW, REVIEW]);
  stop();
  await running;
});
