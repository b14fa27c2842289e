import type { Pod, Service } from '../../api/kinds/core-v1.generated.ts';
import { labelSelectorFromPairs } from '../../api/selectors/label-selector.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import type { DnsRequest } from '../shell/network.ts';

const DOMAIN = 'cluster.local';
/** Maximum number of aliases that a lookup follows. */
const MOST_ALIASES = 8;
const ADDRESS = /^[\d.]+$|:/;
const POD_NAME = new RegExp(`^(\\d+-\\d+-\\d+-\\d+)\\.[\\w-]+\\.pod\\.${DOMAIN}$`);
const PORT_NAME = /^_([\w-]+)\._(tcp|udp|sctp)\.(.+)$/;
const REVERSE_NAME = /^(\d+)\.(\d+)\.(\d+)\.(\d+)\.in-addr\.arpa$/;

export interface DnsOptions {
  readonly pods: { list(): readonly Pod[] };
  readonly services: { list(): readonly Service[] };
}

/** The DNS server of the cluster. It finds names without their domain, as with the search domains of a pod. */
export class ClusterDns {
  readonly #options: DnsOptions;

  constructor(options: DnsOptions) {
    this.#options = options;
  }

  /** Returns the values of the records of a name; none when it does not exist. */
  lookUp(from: Pod, { host, type = 'A' }: Omit<DnsRequest, 'protocol'>): string[] {
    const name = host.replace(/\.$/, '');
    if (type === 'A') return this.#addressesOf(from, name);
    if (type === 'SRV') return this.#portsOf(from, name);
    if (type === 'PTR') return this.#namesOf(name);
    const alias = aliasOf(this.#serviceNamed(from, name));
    return alias === undefined ? [] : [`${alias}.`];
  }

  #addressesOf(from: Pod, name: string, aliases = 0): string[] {
    if (ADDRESS.test(name)) return [name];
    const address = POD_NAME.exec(name)?.[1]?.replaceAll('-', '.');
    if (address !== undefined) return [address];
    const service = this.#serviceNamed(from, name);
    if (!service) return this.#hostsNamed(from, name).map(addressOf);
    const alias = aliasOf(service);
    if (alias !== undefined) return this.#addressesOfAlias(from, alias, aliases);
    const { clusterIP } = service.spec ?? {};
    if (clusterIP !== 'None') return clusterIP ? [clusterIP] : [];
    return this.endpointsOf(service).map(addressOf);
  }

  /** Returns the addresses of an alias in the cluster, and the alias itself outside of it. */
  #addressesOfAlias(from: Pod, alias: string, aliases: number): string[] {
    const name = alias.replace(/\.$/, '');
    // Search domains do not apply to aliases, and aliases may form a loop.
    if (!name.endsWith(`.${DOMAIN}`)) return [alias];
    return aliases < MOST_ALIASES ? this.#addressesOf(from, name, aliases + 1) : [];
  }

  /** Returns the ports with a name, such as `_http._tcp.web`. */
  #portsOf(from: Pod, name: string): string[] {
    const [, port, protocol, rest = ''] = PORT_NAME.exec(name) ?? [];
    const service = this.#serviceNamed(from, rest);
    const found = service?.spec?.ports?.find(
      (each) => each.name === port && (each.protocol ?? 'TCP').toLowerCase() === protocol,
    );
    if (!service || !found) return [];
    const targets =
      service.spec?.clusterIP === 'None'
        ? this.endpointsOf(service).map((pod) => `${addressOf(pod).replaceAll('.', '-')}.${nameOf(service)}`)
        : [nameOf(service)];
    return targets.map((target) => `0 ${Math.floor(100 / targets.length)} ${found.port} ${target}`);
  }

  /** Returns the name of the service with an address. */
  #namesOf(name: string): string[] {
    const address = REVERSE_NAME.exec(name)?.slice(1).reverse().join('.');
    const service = this.#options.services.list().find(({ spec }) => address && spec?.clusterIP === address);
    return service ? [nameOf(service)] : [];
  }

  #serviceNamed({ metadata: own }: Pod, name: string): Service | undefined {
    const [service, namespace = own.namespace, ...rest] = stepsOf(name);
    if (rest.length > 0) return undefined;
    return this.#options.services
      .list()
      .find(({ metadata }) => metadata.name === service && metadata.namespace === namespace);
  }

  /** Returns the pods with a host name, below the service that is their subdomain. */
  #hostsNamed(from: Pod, name: string): Pod[] {
    const [hostname, ...rest] = stepsOf(name);
    const service = this.#serviceNamed(from, rest.join('.'));
    if (!service) return [];
    return this.endpointsOf(service).filter(
      ({ spec }) => spec?.hostname === hostname && spec?.subdomain === service.metadata.name,
    );
  }

  /** Returns the pods behind a service. */
  endpointsOf({ metadata, spec }: Service): Pod[] {
    if (Object.keys(spec?.selector ?? {}).length === 0) return [];
    const selector = labelSelectorFromPairs(spec?.selector);
    return this.#options.pods
      .list()
      .filter(
        (pod) =>
          pod.metadata.namespace === metadata.namespace &&
          selector.matches(pod.metadata.labels) &&
          pod.status?.podIP !== undefined &&
          (spec?.publishNotReadyAddresses || conditionOf(pod.status?.conditions, 'Ready')?.status === 'True'),
      );
  }
}

/** Returns the steps of a service's name, without the domain of services. */
const stepsOf = (name: string): string[] => name.replace(new RegExp(`\\.svc(\\.${DOMAIN})?$`), '').split('.');

/** Returns the name for which a service stands. A service keeps it when its type changes, but does not use it. */
const aliasOf = (service: Service | undefined): string | undefined =>
  service?.spec?.type === 'ExternalName' ? service.spec.externalName : undefined;

const nameOf = ({ metadata }: Service): string => `${metadata.name}.${metadata.namespace}.svc.${DOMAIN}.`;

const addressOf = ({ status }: Pod): string => status?.podIP ?? '';
