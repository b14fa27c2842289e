import { timeText } from '../../../api/environment.ts';
import type { ConfigMap } from '../../../api/kinds/core-v1.generated.ts';
import { ipAddressText, ipRangeText, parseIpAddress } from '../../../api/values/ip-address.ts';
import { validateNonSpecialIp } from '../../../resources/core/service/special-addresses.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { FlagError } from '../../flags/server-flags.ts';
import { keepAuthenticationConfig } from './authentication-config.ts';
import { IdentityLease } from './identity-lease.ts';
import { keepKubernetesService } from './kubernetes-service.ts';
import { writeOwnObject } from './write-own-object.ts';

/** What a host tells of itself; see `ServerOptions`. */
export interface HostIdentity {
  readonly hostname: string;
  readonly addresses: readonly string[];
  readonly securePort: number;
  readonly leaseRenewSeconds: number;
}

/** Milliseconds between two looks at the objects. */
const INTERVAL = 10_000;
const CLEANING_INTERVAL = 3_600_000;

/** Addresses for documentation, for hosts that have none of their own. */
const NO_ADDRESSES = ['192.0.2.1', '2001:db8::1'];

/**
 * The objects that an API server keeps of itself: its Service with Endpoints and EndpointSlice, the config maps by which
 * it is trusted and tracked, and its Lease. What is deleted comes back within seconds.
 */
export class OwnObjects {
  readonly #server: ServerContext;
  readonly #lease: IdentityLease;
  readonly #address: string;
  #port: number;
  #cleanedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  #cancel: () => void = () => undefined;

  /** @throws FlagError */
  constructor(server: ServerContext, { hostname, addresses, securePort, leaseRenewSeconds }: HostIdentity) {
    this.#server = server;
    this.#lease = new IdentityLease(server, hostname, leaseRenewSeconds * 1000);
    this.#address = publicAddress(server, addresses);
    this.#port = securePort;
  }

  /** Creates what is missing and corrects the rest, then keeps it so until `stop`. */
  async start(): Promise<void> {
    await this.#keep(true);
    const again = (): void => {
      if (this.#isStopped) return;
      this.#cancel = this.#server.clock.after(INTERVAL, () => void this.#keep(false).then(again));
    };
    again();
  }

  /** Changes the port on which clients reach the server. */
  async advertise(port: number): Promise<void> {
    if (port === this.#port) return;
    this.#port = port;
    await this.#keep(true);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  /** Never rejects: what fails is tried again at the next look. */
  async #keep(isStart: boolean): Promise<void> {
    if (this.#isStopped) return;
    const server = this.#server;
    const tasks = [
      keepKubernetesService(server, { address: this.#address, port: this.#port }, isStart),
      keepAuthenticationConfig(server),
      keepTokenTracking(server),
      this.#lease.keep().then(() => this.#clean()),
    ];
    for (const result of await Promise.allSettled(tasks))
      if (result.status === 'rejected' && !this.#isStopped)
        server.reportProblem('keeping the objects of the API server failed', result.reason);
  }

  async #clean(): Promise<void> {
    const now = this.#server.clock.now();
    if (now < this.#cleanedAt + CLEANING_INTERVAL) return;
    this.#cleanedAt = now;
    await this.#lease.removeExpired();
  }
}

/** Says since when the use of tokens that secrets hold is tracked. */
const keepTokenTracking = (server: ServerContext): Promise<void> =>
  writeOwnObject<ConfigMap>(server, {
    group: '',
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

/** The address that the Endpoints hold: of the flag, else the host's first of the family of the Service. */
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
