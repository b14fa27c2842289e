import { afterEach, beforeEach, expect } from 'vitest';
import type { UserInfo } from '../../../src/api/user-info.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import type { AuditEvent } from '../../../src/server/observe/audit/audit-event.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

export const ADMIN: UserInfo = { username: 'admin', uid: 'u1', groups: ['system:masters', 'system:authenticated'] };
export const HOOKS = '/apis/admissionregistration.k8s.io/v1';
export const NAMESPACE = '/api/v1/namespaces/default';
export interface Review {
  readonly apiVersion: string;
  readonly request: Record<string, unknown> & {
    readonly uid: string;
    readonly object: { readonly [member: string]: unknown };
    readonly options: unknown;
  };
}
type Answer = Record<string, unknown>;

let server: Server;
/** Audits services at level Metadata and all other resources at level Request. */
const AUDIT_POLICY = `{apiVersion: audit.k8s.io/v1, kind: Policy, omitStages: [RequestReceived], rules: [
  {level: Metadata, resources: [{group: '', resources: [services]}]}, {level: Request}]}`;
export const auditEvents: AuditEvent[] = [];
/** The reviews sent to webhooks, in order. */
export const reviews: Review[] = [];
/** The responses of webhooks by path. A webhook without an entry allows the request. */
export const answers = new Map<string, (review: Review) => Answer>();

/** Creates a server before each test of a file. `answers` determines the responses of its webhooks. */
export function serveForEachTest(): void {
  beforeEach(createServerWithWebhooks);
  afterEach(() => server.close());
}

async function createServerWithWebhooks(): Promise<void> {
  reviews.length = 0;
  answers.clear();
  auditEvents.length = 0;
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: { now: () => Date.UTC(2026, 0, 1), after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: async (request) => {
      const review = (await request.json()) as Review;
      reviews.push(review);
      const answer = answers.get(new URL(request.url).pathname)?.(review) ?? { allowed: true };
      const { apiVersion } = review;
      return Response.json({ apiVersion, kind: 'AdmissionReview', response: { uid: review.request.uid, ...answer } });
    },
    flags: { dialect: 'kubernetes', 'audit-policy-file': AUDIT_POLICY },
    auditSink: (event) => void auditEvents.push(event),
  });
  await send('POST', `${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
}

export function send(method: string, path: string, body?: unknown, type = 'application/json'): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': type } };
  return server.fetch(new Request(`http://localhost${path}`, { method, ...content }), { user: ADMIN });
}

export interface Hook {
  readonly kind?: 'mutating' | 'validating';
  readonly path?: string;
  readonly [field: string]: unknown;
}

/** Registers each webhook in its own configuration. */
export async function register(...hooks: Hook[]): Promise<void> {
  for (const [index, { kind = 'validating', path = '/allow', ...fields }] of hooks.entries()) {
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    const standard = { rules, sideEffects: 'None', admissionReviewVersions: ['v1'] };
    const webhook = { name: 'hook.example.com', clientConfig: { url: `https://hook${path}` }, ...standard, ...fields };
    const body = { metadata: { name: `h${index}` }, webhooks: [webhook] };
    expect((await send('POST', `${HOOKS}/${kind}webhookconfigurations`, body)).status).toBe(201);
  }
}

export const rule = (resource: string, { operations = ['*'], group = '*', version = '*' } = {}) => ({
  rules: [{ operations, apiGroups: [group], apiVersions: [version], resources: [resource] }],
});
export const patch = (...operations: object[]): Answer => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: btoa(JSON.stringify(operations)),
});
export const message = async (response: Response): Promise<string> =>
  ((await response.json()) as { message: string }).message;
