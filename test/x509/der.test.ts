import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCertificate } from '../../src/x509/certificate.ts';
import { readCertificateRequest } from '../../src/x509/certificate-request.ts';
import { writeAlternativeNames, writeCertificate, writeName } from '../../src/x509/certificate-writer.ts';
import { DER, DerError, readDer } from '../../src/x509/der.ts';
import {
  derElement,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
  derTime,
} from '../../src/x509/der-writer.ts';
import { readDistinguishedName } from '../../src/x509/distinguished-name.ts';
import { pemBlocks, writePem } from '../../src/x509/pem.ts';
import { makeRequest } from '../authentication/certificate-maker.ts';

const only = (bytes: Uint8Array<ArrayBuffer>) => {
  const [element, ...rest] = readDer(bytes);
  expect(rest).toEqual([]);
  return element ?? expect.fail('no element');
};

test('written DER is read back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70_000 }), (bytes) => {
      expect(only(derOctetString(bytes)).as(DER.octetString).content).toEqual(bytes);
    }),
    { numRuns: 30 },
  );
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 6 }), (second, rest) => {
      const dotted = [2, second, ...rest].join('.');
      expect(only(derObjectIdentifier(dotted)).objectIdentifier).toBe(dotted);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0) / 1000 }), (seconds) => {
      expect(only(derTime(seconds * 1000)).time).toBe(seconds * 1000);
    }),
  );
});

test.each([
  [[0], [2, 1, 0]],
  [
    [0, 0, 127],
    [2, 1, 127],
  ],
  [[128], [2, 2, 0, 128]],
  [[], [2, 1, 0]],
])('the bytes %j become the shortest non-negative integer', (bytes, expected) => {
  expect([...derInteger(bytes)]).toEqual(expected);
});

test('a UniversalString is decoded, and invalid characters are rejected', () => {
  const named = (...bytes: number[]) => {
    const attribute = derSequence(derObjectIdentifier('2.5.4.3'), derElement(0x1c, Uint8Array.from(bytes)));
    return () => readDistinguishedName(only(derSequence(derElement(DER.set, attribute)))).commonName;
  };
  expect(named(0, 0, 0, 0x6a, 0, 1, 0xf6, 0x00)()).toBe('j😀');
  expect(named(0x6a, 0x61, 0x6e, 0x65)).toThrow(DerError);
});

test('malformed certificates and requests always throw DerError', async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  const name = writeName('jane', ['dev']);
  const certificate = await writeCertificate(
    {
      ...{ serialNumber: Uint8Array.of(1), issuerName: name, subjectName: name, publicKey: spki, issuerKey: spki },
      ...{ notBefore: 0, notAfter: 1000, usages: ['client auth'], isAuthority: true },
      alternativeNames: writeAlternativeNames(['x', Uint8Array.of(1, 2, 3, 4)]),
    },
    privateKey,
  );
  const request = pemBlocks((await makeRequest('CN=jane, O=dev')).pem)[0]?.bytes ?? derSequence();
  const read = (bytes: Uint8Array<ArrayBuffer>, isRequest: boolean) => {
    try {
      if (isRequest) readCertificateRequest(new TextEncoder().encode(writePem('CERTIFICATE REQUEST', bytes)));
      else readCertificate(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(DerError);
    }
  };
  const change = fc.tuple(fc.nat(), fc.nat({ max: 255 }));
  fc.assert(
    fc.property(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 4 }), (isRequest, changes) => {
      const bytes = Uint8Array.from(isRequest ? request : certificate);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      read(bytes, isRequest);
    }),
    { numRuns: 3000 },
  );
});
