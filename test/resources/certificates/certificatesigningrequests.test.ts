import { beforeAll, describe, expect, it } from 'vitest';
import { clusterDialect, type Dialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import { fieldErrorText } from '../../../src/api/field-error.ts';
import type { CertificateSigningRequest } from '../../../src/api/kinds/certificates-v1.generated.ts';
import { certificatesigningrequests } from '../../../src/resources/certificates/certificatesigningrequests.ts';
import { canonical } from '../../../src/schema/canonical.ts';
import type { StructSchema } from '../../../src/schema/schema.ts';
import { createSchemaRegistry } from '../../../src/schema/schema-registry.ts';
import { Pkcs10CertificateRequestGenerator, X509CertificateGenerator } from '../../helpers/x509.ts';
import { created, createErrors, rowOf, strategyContext } from '../run-strategy.ts';

const base64 = (text: string): string => btoa(text);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
let request = '';
let certificate = '';
const approved = { type: 'Approved', status: 'True', reason: 'Checked' };
const decided = { ...approved, lastUpdateTime: '2025-12-01T00:00:00Z', lastTransitionTime: '2025-12-01T00:00:00Z' };

beforeAll(async () => {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const signed = await Pkcs10CertificateRequestGenerator.create({ name: 'CN=ann', keys, signingAlgorithm: algorithm });
  request = base64(signed.toString('pem'));
  certificate = base64(
    (await X509CertificateGenerator.createSelfSigned({ name: 'CN=ann', keys, signingAlgorithm: algorithm })).toString(
      'pem',
    ),
  );
});

const spec = () => ({ request, signerName: 'example.com/people', usages: ['client auth'] });

/** Updates the status or approval. Returns the errors and the resulting object. */
async function write(
  subresource: 'status' | 'approval',
  live: object,
  status: object,
  dialect: Dialect = kubernetesDialect,
) {
  const stored = {
    ...(await created<CertificateSigningRequest>(certificatesigningrequests, { spec: spec() })),
    status: live,
  };
  const draft = structuredClone({ ...stored, status });
  const context = strategyContext(dialect);
  const strategy = certificatesigningrequests.strategy?.subresources?.[subresource];
  await strategy?.prepareForUpdate?.(draft, stored, context);
  const errors = (await strategy?.validateUpdate?.(draft, stored, context)) ?? [];
  return { errors: errors.map(fieldErrorText), status: draft.status as CertificateSigningRequest['status'] };
}

describe('a certificate signing request', () => {
  it('is stored with the user who created it, whatever user it names', async () => {
    const stored = await created<CertificateSigningRequest>(certificatesigningrequests, {
      spec: { ...spec(), username: 'root', groups: ['system:masters'], extra: { a: ['b'] } },
    });
    expect(stored.spec).toMatchObject({ username: 'alice', uid: 'alice-uid', groups: ['dev'] });
    expect(stored.spec.extra).toBeUndefined();
  });

  it.each([
    [
      'signerName',
      'people',
      `spec.signerName: Invalid value: "people": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
    ],
    [
      'signerName',
      'com/people',
      'spec.signerName: Invalid value: "com": should be a domain with at least two segments separated by dots',
    ],
    ['usages', [], 'spec.usages: Required value'],
    [
      'expirationSeconds',
      60,
      'spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 600 seconds (10 minutes)',
    ],
    [
      'request',
      btoa('hi'),
      'spec.request: Invalid value: []byte{0x68, 0x69}: PEM block type must be CERTIFICATE REQUEST',
    ],
  ])('with %s %j is rejected: %s', async (member, value, error) => {
    expect(await createErrors(certificatesigningrequests, { spec: { ...spec(), [member]: value } })).toEqual([error]);
  });

  it('must be signed with its own key', async () => {
    const lines = atob(request).split('\n');
    const last = lines.length - 3;
    lines[last] = (lines[last] ?? '').replace(
      /^(.{8})(.)/,
      (_all, start: string, one: string) => start + (one === 'A' ? 'B' : 'A'),
    );
    const [error] = await createErrors(certificatesigningrequests, {
      spec: { ...spec(), request: base64(lines.join('\n')) },
    });
    expect(error).toMatch(/: (x509: ECDSA verification failure|asn1: .*)$/);
  });
});

describe('the approval of a request', () => {
  it('gets the time of its decision', async () => {
    const { errors, status } = await write('approval', {}, { conditions: [approved] });
    expect(errors).toEqual([]);
    expect(status?.conditions).toEqual([
      { ...approved, lastUpdateTime: '2026-01-01T12:00:00Z', lastTransitionTime: '2026-01-01T12:00:00Z' },
    ]);
  });

  it('is final, and excludes denial', async () => {
    expect((await write('approval', { conditions: [approved] }, { conditions: [] })).errors).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ]);
    const denied = { type: 'Denied', status: 'True' };
    expect((await write('approval', {}, { conditions: [approved, denied] })).errors).toEqual([
      'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ]);
    expect((await write('approval', {}, { conditions: [approved, { ...denied, status: 'False' }] })).errors).toEqual([
      'status.conditions[1].status: Unsupported value: "False": supported values: "True"',
      'status.conditions[1].type: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ]);
  });

  it('cannot set failures in the cluster dialect', async () => {
    const conditions = [approved, { type: 'Failed', status: 'True' }];
    expect((await write('approval', {}, { conditions })).errors).toEqual([]);
    expect((await write('approval', {}, { conditions }, clusterDialect)).errors).toEqual([
      'status.conditions: Forbidden: approval may not add a condition of type "Failed"',
    ]);
  });
});

describe('the status of a request', () => {
  it('cannot approve', async () => {
    expect((await write('status', {}, { conditions: [approved] })).errors).toEqual([
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ]);
  });

  it('keeps the message of a decision', async () => {
    const { errors, status } = await write(
      'status',
      { conditions: [decided] },
      { conditions: [{ ...approved, reason: 'Other' }] },
    );
    expect(errors).toEqual([]);
    expect(status?.conditions?.[0]?.reason).toBe('Checked');
  });

  it('gets its certificate only once', async () => {
    expect((await write('status', { conditions: [decided] }, { conditions: [approved], certificate })).errors).toEqual(
      [],
    );
    expect((await write('status', { certificate }, {})).errors).toEqual([
      'status.certificate: Forbidden: updates may not modify existing certificate content',
    ]);
    expect((await write('status', {}, { certificate: base64('hello') })).errors).toEqual([
      'status.certificate: Invalid value: "<certificate data>": must contain at least one CERTIFICATE PEM block',
    ]);
  });

  it('gets no certificate for denied requests in the cluster dialect', async () => {
    const conditions = [{ ...decided, type: 'Denied' }];
    expect((await write('status', { conditions }, { conditions, certificate })).errors).toEqual([]);
    expect((await write('status', { conditions }, { conditions, certificate }, clusterDialect)).errors).toEqual([
      'status.certificate: Forbidden: denied and failed requests may not have a certificate',
    ]);
  });

  it.each([
    [{ certificate: '' }, true],
    [{ certificate: 'YQ==' }, false],
    [{}, false],
  ])('with the status %j is written even without changes: %s', (status, isWritten) => {
    const schema = createSchemaRegistry(kubernetesDialect).schemaOf({
      group: 'certificates.k8s.io',
      version: 'v1',
      kind: 'CertificateSigningRequest',
    }) as StructSchema;
    const sent = canonical({ spec: spec(), status }, schema) as CertificateSigningRequest;
    expect(certificatesigningrequests.writesUnchanged?.(sent)).toBe(isWritten);
  });

  it('is shown in tables', () => {
    const status = { conditions: [approved, { type: 'Failed', status: 'True' }], certificate };
    expect(rowOf(certificatesigningrequests, { spec: { ...spec(), expirationSeconds: 7200 }, status })).toMatchObject({
      RequestedDuration: '120m',
      Condition: 'Approved,Failed,Issued',
    });
  });
});
