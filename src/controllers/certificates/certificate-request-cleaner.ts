import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
} from '../../api/kinds/certificates-v1.generated.ts';
import { CERTIFICATES_GROUP } from '../../api/kubernetes-names.ts';
import { readCertificate } from '../../x509/certificate.ts';
import { pemBlocks } from '../../x509/pem.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

const HOUR = 3_600_000;
/** Milliseconds for which a request stays in a state, by its condition. */
const LIFETIMES: Readonly<Record<string, number>> = { Approved: HOUR, Denied: HOUR, Failed: HOUR };
const PENDING_LIFETIME = 24 * HOUR;

/**
 * Deletes certificate signing requests an hour after they were issued, denied or failed, and pending ones after a day.
 */
export const certificateRequestCleaner: Controller = {
  name: 'certificatesigningrequest-cleaner-controller',
  alias: 'csrcleaner',
  serviceAccount: 'certificate-controller',
  run(context) {
    const { informers, clock, dialect, signal } = context;
    const address = {
      group: dialect.rename(CERTIFICATES_GROUP),
      version: 'v1',
      resource: 'certificatesigningrequests',
    };
    const reconciler = new Reconciler<CertificateSigningRequest>({
      ...context,
      name: certificateRequestCleaner.name,
      informer: informers.for<CertificateSigningRequest>(address),
      async reconcile(request, client) {
        const remaining = endOf(request) - clock.now();
        if (remaining === Number.POSITIVE_INFINITY) return undefined;
        if (remaining > 0) return { after: remaining };
        await client.delete({ ...address, name: request.metadata.name ?? '' });
        return undefined;
      },
    });
    return reconciler.run(signal);
  },
};

/** Returns the time in milliseconds at which a request expires; infinite while it waits for its certificate. */
function endOf({ metadata, status }: CertificateSigningRequest): number {
  const conditions = status?.conditions ?? [];
  if (conditions.length === 0) return Date.parse(metadata.creationTimestamp ?? '') + PENDING_LIFETIME;
  const certificate = status?.certificate ?? '';
  const ends = conditions.map((condition) => {
    const lifetime = LIFETIMES[condition.type];
    const isOpen = condition.type === 'Approved' && certificate === '';
    return lifetime === undefined || isOpen ? Number.POSITIVE_INFINITY : decidedAt(condition) + lifetime;
  });
  return Math.min(...ends, expiryOf(certificate));
}

/**
 * Returns when a request was decided; infinite when it has no time. Clients set the update time by their clock, which
 * may be hours behind the cluster's; the server sets the transition time.
 */
function decidedAt({ lastUpdateTime, lastTransitionTime }: CertificateSigningRequestCondition): number {
  if (!lastUpdateTime) return Number.POSITIVE_INFINITY;
  return Math.max(Date.parse(lastUpdateTime), lastTransitionTime ? Date.parse(lastTransitionTime) : 0);
}

/** Returns when a base64-encoded PEM certificate expires; infinite when it cannot be parsed. */
function expiryOf(certificate: string): number {
  try {
    const [block] = pemBlocks(atob(certificate));
    return block ? readCertificate(block.bytes).notAfter : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY; // Signers may store anything; the request then lives as long as its condition.
  }
}
