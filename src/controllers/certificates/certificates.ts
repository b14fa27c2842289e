import type { Dialect } from '../../api/dialect.ts';
import { readBase64 } from '../../api/encoding/base64.ts';
import type { SubjectAccessReview } from '../../api/kinds/authorization-v1.generated.ts';
import type { CertificateSigningRequest } from '../../api/kinds/certificates-v1.generated.ts';
import { AUTHORIZATION_GROUP, CERTIFICATES_GROUP } from '../../api/kubernetes-names.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { Requeue } from '../../client/work-queue.ts';
import { type CertificateRequest, readCertificateRequest } from '../../x509/certificate-request.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { NODE_CLIENT_SIGNER, nodeClientProblem, SIGNERS } from './certificate-signers.ts';

const MINIMUM_SECONDS = 600;

type Parts = Pick<ControllerContext, 'client' | 'certificates' | 'dialect' | 'flags'>;

/** The service account of both controllers. */
const serviceAccount = 'certificate-controller';

/** Signs approved requests for the cluster's own signers with the cluster's certificate authority. */
export const certificateSigningController: Controller = {
  name: 'certificatesigningrequest-signing-controller',
  alias: 'csrsigning',
  serviceAccount,
  run: (context) =>
    runForOpenRequests(certificateSigningController.name, context, async (object, client) =>
      hasCondition(object, 'Approved') ? sign(object, { ...context, client }) : undefined,
    ),
};

/** Approves client certificate requests of nodes that are authorized to make them. */
export const certificateApprovingController: Controller = {
  name: 'certificatesigningrequest-approving-controller',
  alias: 'csrapproving',
  serviceAccount,
  run: (context) =>
    runForOpenRequests(certificateApprovingController.name, context, async (object, client) =>
      hasCondition(object, 'Approved') ? undefined : approveNodeClient(object, { ...context, client }),
    ),
};

/** Calls `decide` for every request that is neither denied, failed nor signed. */
function runForOpenRequests(
  name: string,
  context: ControllerContext,
  decide: (object: CertificateSigningRequest, client: ApiClient) => Promise<Requeue | undefined>,
): Promise<void> {
  const { informers, dialect, signal } = context;
  const reconciler = new Reconciler<CertificateSigningRequest>({
    ...context,
    name,
    informer: informers.for<CertificateSigningRequest>(addressOf(dialect)),
    async reconcile(object, client) {
      const isClosed = object.status?.certificate || hasCondition(object, 'Denied') || hasCondition(object, 'Failed');
      return isClosed ? undefined : decide(object, client);
    },
  });
  return reconciler.run(signal);
}

const addressOf = (dialect: Dialect) => ({
  group: dialect.rename(CERTIFICATES_GROUP),
  version: 'v1',
  resource: 'certificatesigningrequests',
});

const hasCondition = ({ status }: CertificateSigningRequest, wanted: string): boolean =>
  (status?.conditions ?? []).some(({ type, status: value }) => type === wanted && value === 'True');

const requestOf = ({ spec }: CertificateSigningRequest): CertificateRequest =>
  readCertificateRequest(readBase64(spec.request ?? '') ?? new Uint8Array());

async function sign(
  object: CertificateSigningRequest,
  { client, certificates, dialect, flags }: Parts,
): Promise<undefined> {
  const { spec, metadata, status } = object;
  const rule = SIGNERS.find(([signer]) => dialect.rename(signer) === spec.signerName)?.[1];
  if (!rule) return undefined;
  const request = requestOf(object);
  const usages = spec.usages ?? [];
  const problem = rule(request, usages);
  const address = { ...addressOf(dialect), name: metadata.name ?? '', subresource: 'status' };
  if (problem !== undefined) {
    const failed = { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message: problem };
    const conditions = [...(status?.conditions ?? []), failed];
    await client.update(address, { ...object, status: { ...status, conditions } });
    return undefined;
  }
  const pem = await certificates.issue({
    subjectName: request.subjectName.whole,
    publicKey: request.publicKey.whole,
    alternativeNames: request.alternativeNames.value,
    usages,
    seconds: lifetimeOf(spec.expirationSeconds, flags['cluster-signing-duration'] / 1000),
  });
  await client.update(address, { ...object, status: { ...status, certificate: btoa(pem) } });
  return undefined;
}

/** Returns the lifetime of a certificate in seconds: the requested one, limited to the shortest and the longest. */
const lifetimeOf = (asked: number | undefined, longest: number): number =>
  asked === undefined || asked > longest ? longest : Math.max(asked, MINIMUM_SECONDS);

/**
 * Approves a node's request for its own certificate, or a bootstrap token's request for a node, if the requester is
 * authorized. Otherwise retries, because a role may be bound later.
 */
async function approveNodeClient(
  object: CertificateSigningRequest,
  { client, dialect }: Parts,
): Promise<Requeue | undefined> {
  const { spec, metadata, status } = object;
  if (spec.signerName !== dialect.rename(NODE_CLIENT_SIGNER)) return undefined;
  const request = requestOf(object);
  if (nodeClientProblem(request, spec.usages ?? []) !== undefined) return undefined;
  const isOwn = request.subject.commonName === spec.username;
  const ways = [
    ...(isOwn ? [{ subresource: 'selfnodeclient', label: 'self kubelet client certificate' }] : []),
    { subresource: 'nodeclient', label: 'kubelet client certificate' },
  ];
  for (const { subresource, label } of ways) {
    if (!(await mayCreate(subresource, spec, client, dialect))) continue;
    const message = `Auto approving ${label} after SubjectAccessReview.`;
    const approved = { type: 'Approved', status: 'True', reason: 'AutoApproved', message };
    const conditions = [...(status?.conditions ?? []), approved];
    const address = { ...addressOf(dialect), name: metadata.name ?? '', subresource: 'approval' };
    await client.update(address, { ...object, status: { ...status, conditions } });
    return undefined;
  }
  return {};
}

async function mayCreate(
  subresource: string,
  { username, uid, groups, extra }: CertificateSigningRequest['spec'],
  client: ApiClient,
  dialect: Dialect,
): Promise<boolean> {
  const group = dialect.rename(AUTHORIZATION_GROUP);
  const { group: asked, resource } = addressOf(dialect);
  const review = await client.create<Partial<SubjectAccessReview>>(
    { group, version: 'v1', resource: 'subjectaccessreviews' },
    {
      apiVersion: `${group}/v1`,
      kind: 'SubjectAccessReview',
      spec: {
        user: username ?? '',
        uid: uid ?? '',
        groups: groups ?? [],
        extra: extra ?? {},
        resourceAttributes: { group: asked, resource, verb: 'create', subresource, version: '*' },
      },
    },
  );
  return review.status?.allowed === true;
}
