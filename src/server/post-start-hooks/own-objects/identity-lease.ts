import { kubernetesName } from '../../../api/dialect.ts';
import { uuid } from '../../../api/environment.ts';
import type { Lease } from '../../../api/kinds/coordination-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import { keyOf } from '../../catalog/served-resource.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { writeOwnObject } from './write-own-object.ts';

const IDENTITY_LABEL = kubernetesName('apiserver.kubernetes.io/identity');

const NAMESPACE = 'kube-system';
const GROUP = kubernetesName('coordination.k8s.io');
const IDENTITY = 'kube-apiserver';
const DURATION_SECONDS = 3600;

/** Name of the server's Lease: the same on every start on one host. */
async function identityOf(hostname: string): Promise<string> {
  const encoder = new TextEncoder();
  const parts = [hostname, IDENTITY].map((text) => encoder.encode(text));
  // Each part follows its length in two bytes.
  const input = Uint8Array.from(parts.flatMap((bytes) => [bytes.length >> 8, bytes.length & 0xff, ...bytes]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', input));
  return `apiserver-${base32(hash.subarray(0, 16))}`;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 in lower case without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const microTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '000Z');

/** The Lease by which a server shows that it lives. */
export class IdentityLease {
  readonly #server: ServerContext;
  readonly #hostname: string;
  readonly #name: Promise<string>;
  readonly #interval: number;
  #holder: string | undefined;

  /** `interval`: milliseconds after which the Lease is renewed. */
  constructor(server: ServerContext, hostname: string, interval: number) {
    this.#server = server;
    this.#hostname = hostname;
    this.#name = identityOf(hostname);
    this.#interval = interval;
  }

  /** Creates the Lease, or renews it when it is time. */
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

  /** Removes the Leases of servers that have not renewed theirs in time. */
  async removeExpired(): Promise<void> {
    const { clock, dialect, objects, resources } = this.#server;
    const resource = resources.findAnyVersion(dialect.rename(GROUP), 'leases');
    if (!resource) return;
    const label = dialect.rename(IDENTITY_LABEL);
    const { objects: stored } = await objects.list(keyOf(resource, NAMESPACE));
    for (const { key, object, revision } of stored) {
      const lease = object as Lease;
      const seconds = lease.spec?.leaseDurationSeconds ?? 0;
      if (lease.metadata.labels?.[label] !== IDENTITY || clock.now() <= renewedAt(lease) + seconds * 1000) continue;
      await objects.remove(key, revision, []);
    }
  }
}

/** Milliseconds since 1970 of the last renewal; 0 for a Lease without one. */
const renewedAt = ({ spec }: Lease): number => Date.parse(spec?.renewTime ?? '') || 0;
