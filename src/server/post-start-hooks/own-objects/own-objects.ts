import { timeText } from '../../../api/environment.ts';
import type { ConfigMap } from '../../../api/kinds/core-v1.generated.ts';
import { CORE_GROUP } from '../../../api/kubernetes-names.ts';
import { ipAddressText, ipRangeText, parseIpAddress } from '../../../api/values/ip-address.ts';
import { WorkQueue } from '../../../client/work-queue.ts';
import { validateNonSpecialIp } from '../../../resources/core/service/special-addresses.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { FlagError } from '../../flags/server-flags.ts';
import { keepAuthenticationConfig } from './authentication-config.ts';
import { IdentityLease } from './identity-lease.ts';
import { keepKubernetesService } from './kubernetes-service.ts';
import { ServerAddresses } from './server-addresses.ts';
import { writeOwnObject } from './write-own-object.ts';

/** The identity of a host; see `ServerOptions`. */
export interface HostIdentity {
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly securePort: number;
  readonly leaseRenewSeconds: number;
}

/** Milliseconds between two checks of the objects. */
const INTERVAL = 10_000;
const CLEANING_INTERVAL = 3_600_000;

/** Documentation addresses, for hosts without an address. */
const NO_ADDRESSES = ['192.0.2.1', '2001:db8::1'];

/**
 * The objects that an API server keeps about itself: its Service with Endpoints and EndpointSlice, the config maps about
 * its authentication and token tracking, and its Lease. Deleted ones are created again within seconds.
 */
export class OwnObjects {
  readonly #server: ServerContext;
  readonly #lease: IdentityLease;
  readonly #address: string;
  /** The addresses of all servers; undefined when there is only this one. */
  readonly #addresses: ServerAddresses | undefined;
  #port: number;
  /** Whether the port of an existing Service is corrected: at the start, and when it changes. */
  #correctsPort = true;
  #cleanedAt = Number.NEGATIVE_INFINITY;
  /** The work on each object, by its name in reports. */
  readonly #tasks: Readonly<Record<string, () => Promise<void>>>;
  readonly #queue: WorkQueue;

  /** @throws FlagError */
  constructor(server: ServerContext, { hostname, addresses, securePort, leaseRenewSeconds }: HostIdentity) {
    this.#server = server;
    this.#lease = new IdentityLease(server, hostname, leaseRenewSeconds * 1000);
    this.#address = publicAddress(server, addresses);
    const { storage } = server.objects;
    this.#addresses = storage.catchUp && new ServerAddresses(storage, server.clock, this.#address);
    this.#port = securePort;
    this.#tasks = {
      'the Service kubernetes': () => this.#keepService(),
      'the authentication config map': () => keepAuthenticationConfig(server),
      'the token tracking config map': () => keepTokenTracking(server),
      'the identity Lease': () => this.#lease.keep().then(() => this.#clean()),
    };
    this.#queue = new WorkQueue({
      ...server,
      describe: (key) => `keeping ${key}`,
      work: async (key) => {
        await this.#tasks[key]?.();
        return { after: INTERVAL };
      },
      workers: Object.keys(this.#tasks).length,
    });
  }

  /** Creates missing objects and corrects the others, repeatedly until `close`. */
  async start(): Promise<void> {
    for (const key of Object.keys(this.#tasks)) this.#queue.add(key);
    await this.#queue.whenIdle();
  }

  /** Like `start`, but begins with the next check. For objects that already exist. */
  startLater(): void {
    for (const key of Object.keys(this.#tasks)) this.#queue.addAfter(key, INTERVAL);
  }

  /** Changes the port on which clients reach the server. */
  async advertise(port: number): Promise<void> {
    if (port === this.#port) return;
    this.#port = port;
    this.#correctsPort = true;
    await this.start();
  }

  /** Resolves when the running work has ended and the Service points to the other servers, if there are any. */
  async close(): Promise<void> {
    await this.#queue.close();
    await this.#leave().catch(() => undefined); // its address expires
  }

  async #leave(): Promise<void> {
    await this.#addresses?.remove();
    const addresses = (await this.#addresses?.current()) ?? [];
    if (addresses.length > 0) await keepKubernetesService(this.#server, { addresses, port: this.#port }, false);
  }

  async #keepService(): Promise<void> {
    const port = this.#port;
    await this.#addresses?.renew();
    const addresses = (await this.#addresses?.current()) ?? [this.#address];
    await keepKubernetesService(this.#server, { addresses, port }, this.#correctsPort);
    if (port === this.#port) this.#correctsPort = false;
  }

  async #clean(): Promise<void> {
    const now = this.#server.clock.now();
    if (now < this.#cleanedAt + CLEANING_INTERVAL) return;
    this.#cleanedAt = now;
    await this.#lease.removeExpired();
  }
}

/** Publishes the date since which the use of tokens in secrets is tracked. */
const keepTokenTracking = (server: ServerContext): Promise<void> =>
  writeOwnObject<ConfigMap>(server, {
    group: CORE_GROUP,
    resource: 'configmaps',
    namespace: 'kube-system',
    name: 'kube-apiserver-legacy-service-account-token-tracking',
    desired: (live) =>
      live?.data?.since
        ? undefined
        : {
            metadata: live?.metadata ?? {},
            data: { ...live?.data, since: timeText(server.clock.now()).slice(0, 10) },
          },
  });

/** Returns the address for the Endpoints: the flag's, or the host's first address of the Service's IP family. */
function publicAddress({ flags, serviceRanges: [range] }: ServerContext, addresses: readonly string[]): string {
  const text = flags['advertise-address'];
  const version = range?.network.version ?? 4;
  const given = parseIpAddress(text);
  if (text !== '' && !given)
    throw new FlagError(
      `invalid argument ${JSON.stringify(text)} for "--advertise-address" flag: failed to parse IP: ${JSON.stringify(text)}`,
    );
  if (given && given.value !== 0n) {
    if (range && given.version !== version)
      throw new FlagError(
        `service IP family ${JSON.stringify(ipRangeText(range))} must match public address family ${JSON.stringify(ipAddressText(given))}`,
      );
    const [problem] = validateNonSpecialIp(text, 'advertise-address');
    if (problem) throw new FlagError(`--advertise-address: ${problem.message}`);
    return ipAddressText(given);
  }
  const fitting = [...addresses, ...NO_ADDRESSES].find((address) => parseIpAddress(address)?.version === version);
  return fitting ?? NO_ADDRESSES[0] ?? '';
}
