import { expect, test } from 'vitest';
import { certificateRequestCleaner } from '../../../src/controllers/certificates/certificate-request-cleaner.ts';
import { fixedContext } from '../fixed-context.ts';

const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const START = '1970-01-01T00:00:00Z';
const HOUR = 3_600_000;

const request = (name: string, type?: string, certificate?: string) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name, creationTimestamp: START },
  status: {
    ...(type ? { conditions: [{ type, lastUpdateTime: START }] } : {}),
    ...(certificate ? { certificate } : {}),
  },
});

test('Requests are deleted an hour after their decision, or a day after their creation without one', async () => {
  const { context, clock, requests, stop } = fixedContext({
    [PATH]: [
      request('pending'),
      request('denied', 'Denied'),
      request('failed', 'Failed'),
      request('issued', 'Approved', btoa('unreadable')),
      request('approved', 'Approved'),
    ],
  });
  const running = certificateRequestCleaner.run(context);
  await clock.advance(HOUR - 1);
  expect(requests).toEqual([]);
  await clock.advance(1);
  expect(requests).toEqual(['denied', 'failed', 'issued'].map((name) => `DELETE ${PATH}/${name}`));
  await clock.advance(23 * HOUR);
  expect(requests.slice(3)).toEqual([`DELETE ${PATH}/pending`]);
  stop();
  await running;
  expect(clock.waiting).toBe(0);
});

test('A request is kept for an hour even when the clock of the approving client is behind', async () => {
  const { status, ...approved } = request('approved', 'Approved', btoa('unreadable'));
  const conditions = [{ type: 'Approved', lastUpdateTime: START, lastTransitionTime: '1970-01-01T01:00:00Z' }];
  const { context, clock, requests, stop } = fixedContext({
    [PATH]: [Object.assign(approved, { status: { ...status, conditions } })],
  });
  const running = certificateRequestCleaner.run(context);
  await clock.advance(2 * HOUR - 1);
  expect(requests).toEqual([]);
  await clock.advance(1);
  expect(requests).toEqual([`DELETE ${PATH}/approved`]);
  stop();
  await running;
});
