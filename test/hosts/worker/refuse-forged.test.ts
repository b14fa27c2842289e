import { describe, expect, it } from 'vitest';
import { CONTROL_HEADER } from '../../../src/hosts/page/worker-messages.ts';
import { refuseForgedControl, refuseForgedWrite, type SentRequest } from '../../../src/hosts/worker/refuse-forged.ts';

const ORIGIN = 'https://app.example';
const JSON_TYPE = { 'content-type': 'application/json' };
const CONTROL = { ...JSON_TYPE, [CONTROL_HEADER]: 'reset' };

/** A script's request from a page of the origin, as a worker sees it, with the given differences. */
const sent = ({
  headers = JSON_TYPE as HeadersInit,
  ...others
}: Partial<Omit<SentRequest, 'headers'>> & { headers?: HeadersInit }): SentRequest => ({
  ...{ method: 'POST', mode: 'cors', referrer: `${ORIGIN}/access` },
  ...others,
  headers: new Headers(headers),
});

type Row = readonly [string, Parameters<typeof sent>[0], RegExp];

const FORGED: readonly Row[] = [
  ['a form', { mode: 'navigate' }, /a form or a link sent it/],
  ['a beacon', { mode: 'no-cors' }, /without CORS/],
  ['a page whose Origin differs', { headers: { origin: 'https://evil.example' } }, /another origin/],
  ['a page without an origin', { headers: { origin: 'null' } }, /another origin/],
  ['a page whose address differs', { referrer: 'https://evil.example/page' }, /another origin/],
  ['a page of the same host on another port', { referrer: 'https://app.example:444/' }, /another origin/],
  ['a page of the same site', { headers: { 'sec-fetch-site': 'same-site' } }, /another origin/],
  ['a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, /another origin/],
];

describe('a write to the API through a worker', () => {
  it.each(FORGED)('is rejected with a Status when it comes from %s', async (_, request, reason) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refusal = refuseForgedWrite(sent({ ...request, method }), ORIGIN);
      const status = (await refusal?.json()) as { code: number; reason: string; message: string };
      expect(status).toMatchObject({ kind: 'Status', code: 403, reason: 'Forbidden' });
      expect(status.message).toMatch(reason);
      expect(status.message).toContain(method);
    }
  });

  it.each([
    ['a script of a page', {}],
    ['a script that sends no referrer', { referrer: '' }],
    ['a script in a frame without an address', { referrer: 'about:client' }],
    ['a script that requires the same origin', { mode: 'same-origin' as const }],
  ])('is answered when it comes from %s', (_, request) => {
    expect(refuseForgedWrite(sent(request), ORIGIN)).toBeUndefined();
  });

  it('does not include reads, which a user may open as pages', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(refuseForgedWrite(sent({ method, mode: 'navigate' }), ORIGIN)).toBeUndefined();
  });
});

const FORGED_CONTROL: readonly Row[] = [
  ...FORGED.map(
    ([what, { headers, ...request }, reason]): Row => [
      what,
      { ...request, headers: { ...CONTROL, ...(headers as Record<string, string>) } },
      reason,
    ],
  ),
  ['a script without the header', {}, /it has no header x-tabplane-control/],
  ['a script with another type', { headers: { ...CONTROL, 'content-type': 'text/plain' } }, /not application\/json/],
  ['a form with files', { headers: { ...CONTROL, 'content-type': 'multipart/form-data' } }, /not application\/json/],
  [
    'a script with a similar type',
    { headers: { ...CONTROL, 'content-type': 'application/jsonp' } },
    /not application\/json/,
  ],
  ['a link to the list', { method: 'GET', mode: 'navigate', headers: CONTROL }, /a form or a link sent it/],
  ['a read without the header', { method: 'GET', headers: {} }, /it has no header/],
];

describe('a request to control a worker', () => {
  it.each(FORGED_CONTROL)('is rejected when it comes from %s', async (_, request, reason) => {
    const refusal = refuseForgedControl(sent(request), ORIGIN);
    expect(refusal?.status).toBe(403);
    expect(await refusal?.json()).toMatchObject({ error: { message: expect.stringMatching(reason) } });
  });

  it('is answered when a page sends it with the header and JSON', () => {
    expect(refuseForgedControl(sent({ headers: CONTROL }), ORIGIN)).toBeUndefined();
    expect(refuseForgedControl(sent({ method: 'GET', headers: { [CONTROL_HEADER]: 'list' } }), ORIGIN)).toBeUndefined();
  });
});
