import type { Pod, PodSpec, Service } from '../../api/kinds/core-v1.generated.ts';

type Links = ReadonlyMap<string, string>;

/** The name and namespace of the API's Service. */
const API_SERVICE = 'kubernetes';
const API_NAMESPACE = 'default';

/** Links by spec object, which the states of a pod share. */
const bySpec = new WeakMap<PodSpec, Links>();

/** Returns the environment variables of the services that existed when a pod was started on its node. */
export const serviceLinksOf = ({ spec }: Pod): Links => (spec && bySpec.get(spec)) ?? new Map();

/** Records the services that existed when pods were started on their nodes. */
export class ServiceLinks {
  readonly #services: { list(): readonly Service[] };
  /** By UID of the pod. */
  readonly #links = new Map<string, Links>();
  /** By namespace, until a service changes. */
  readonly #current = new Map<string, Links>();

  constructor(services: { list(): readonly Service[] }) {
    this.#services = services;
  }

  /** Discards the cached variables of current services. */
  invalidate(): void {
    this.#current.clear();
  }

  /** Associates a pod's recorded services with a new state of it; the current ones if the pod is new. */
  attach({ metadata, spec }: Pod): void {
    const { uid = '', namespace = '' } = metadata;
    if (!spec) return;
    const links = this.#links.get(uid) ?? this.#currentIn(spec.enableServiceLinks === false ? undefined : namespace);
    this.#links.set(uid, links);
    bySpec.set(spec, links);
  }

  forget({ metadata }: Pod): void {
    this.#links.delete(metadata.uid ?? '');
  }

  #currentIn(namespace: string | undefined): Links {
    const known = this.#current.get(namespace ?? '');
    if (known) return known;
    const links = new Map<string, string>();
    const isApi = ({ metadata }: Service): boolean =>
      metadata.name === API_SERVICE && metadata.namespace === API_NAMESPACE;
    const services = this.#services.list();
    const own = services.filter(({ metadata }) => metadata.namespace === namespace);
    for (const service of [...services.filter(isApi), ...own]) addLinks(links, service);
    this.#current.set(namespace ?? '', links);
    return links;
  }
}

/** Adds the variables of a service, with the names that the kubelet and links between containers use. */
function addLinks(links: Map<string, string>, { metadata, spec }: Service): void {
  const { clusterIP, ports = [] } = spec ?? {};
  const [first] = ports;
  if (!first || !clusterIP || clusterIP === 'None') return;
  const nameOf = (text: string): string => text.toUpperCase().replaceAll('-', '_');
  const prefix = nameOf(metadata.name ?? '');
  const host = clusterIP.includes(':') ? `[${clusterIP}]` : clusterIP;
  links.set(`${prefix}_SERVICE_HOST`, clusterIP);
  links.set(`${prefix}_SERVICE_PORT`, String(first.port));
  for (const { name, port } of ports) if (name) links.set(`${prefix}_SERVICE_PORT_${nameOf(name)}`, String(port));
  const addressOf = ({ port, protocol = 'TCP' }: typeof first): string => `${protocol.toLowerCase()}://${host}:${port}`;
  links.set(`${prefix}_PORT`, addressOf(first));
  for (const each of ports) {
    const { port, protocol = 'TCP' } = each;
    const start = `${prefix}_PORT_${port}_${protocol}`;
    links.set(start, addressOf(each));
    links.set(`${start}_PROTO`, protocol.toLowerCase());
    links.set(`${start}_PORT`, String(port));
    links.set(`${start}_ADDR`, clusterIP);
  }
}
