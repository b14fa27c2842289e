import { kubernetesName } from '../../../api/dialect.ts';
import { uuid } from '../../../api/environment.ts';
import type { Lease } from '../../../api/kinds/coordination-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import { keyOf } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { deleteAsServer } from '../../write/server-writes.ts';
import { writeOwnObject } from './write-own-object.ts';

const IDENTITY_LABEL = kubernetesName('apiserver.kubernetes.io/identity');

const NAMESPACE = 'kube-system';
const GROUP = kubernetesName('coordination.k8s.io');
const IDENTITY = 'kube-apiserver';
const DURATION_SECONDS = 3600;

/** Returns the name of the server's Lease, which stays the same on one host. */
async function identityOf(hostname: string): Promise<string> {
  const encoder = new TextEncoder();
  const parts = [hostname, IDENTITY].map((text) => encoder.encode(text));
  // A length of two bytes precedes each part.
  const input = Uint8Array.from(parts.flatMap((bytes) => [bytes.length >> 8, bytes.length & 0xff, ...bytes]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  return `apiserver-${base32(hash.subarray(0, 16))}`;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Encodes bytes as base32 (RFC 4648) in lower case, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');

/** The Lease that shows that a server is alive. */
export class IdentityLease {
  readonly #server: ServerContext;
  readonly #hostname: string;
  readonly #name: Promise<string>;
  readonly #interval: number;
  #holder: string | undefined;

  /** @param interval milliseconds between renewals of the Lease */
  constructor(server: ServerContext, hostname: string, interval: number) {
    this.#server = server;
    this.#hostname = hostname;
    this.#name = identityOf(hostname);
    this.#interval = interval;
  }

  /** Creates the Lease, or renews it when it is due. */
  async keep(): Promise<void> {
    const { clock, dialect, features, random } = this.#server;
    if (!features.enabled('APIServerIdentity')) return;
    const name = await this.#name;
    this.#holder ??= `${name}_${uuid(random)}`;
    const now = clock.now();
    const labels = {
      [dialect.rename(IDENTITY_LABEL)]: IDENTITY,
      [dialect.rename(HOSTNAME_LABEL)]: this.#hostname,
    };
    await writeOwnObject<Lease>(this.#server, {
      ...{ group: GROUP, resource: 'leases', namespace: NAMESPACE, name },
      desired: (live) => {
        if (live && now < renewedAt(live) + this.#interval) return undefined;
        return {
          metadata: { ...live?.metadata, labels: { ...live?.metadata.labels, ...labels } },
          spec: {
            holderIdentity: this.#holder,
            leaseDurationSeconds: DURATION_SECONDS,
            ...live?.spec,
            renewTime: microTime(now),
          },
        };
      },
    });
  }

  /** Deletes the expired Leases of other servers. */
  async removeExpired(): Promise<void> {
    const { clock, dialect, objects, resources } = this.#server;
    const resource = resources.findAnyVersion(dialect.rename(GROUP), 'leases');
    if (!resource) return;
    const label = dialect.rename(IDENTITY_LABEL);
    const { objects: stored } = await objects.list(keyOf(resource, NAMESPACE));
    const isExpired = ({ metadata, spec }: Lease): boolean =>
      metadata.labels?.[label] === IDENTITY &&
      clock.now() > renewedAt({ spec }) + (spec?.leaseDurationSeconds ?? 0) * 1000;
    for (const { object } of stored) {
      if (isExpired(object as Lease))
        await deleteAsServer(this.#server, resource, object.metadata, { isWanted: (live) => isExpired(live as Lease) });
    }
  }
}

/** Returns the time of the last renewal in milliseconds since 1970; 0 for a Lease without one. */
const renewedAt = ({ spec }: Pick<Lease, 'spec'>): number => Date.parse(spec?.renewTime ?? '') || 0;
