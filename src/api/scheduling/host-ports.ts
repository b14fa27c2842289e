import type { Pod } from '../kinds/core-v1.generated.ts';

/** A port of a node that a container uses. */
export interface HostPort {
  readonly ip: string;
  /** `TCP/80`. */
  readonly port: string;
}

const ANY_IP = '0.0.0.0';

/** Returns the ports of a node that a pod uses. */
export function hostPortsOf({ spec }: Pod): HostPort[] {
  const ports: HostPort[] = [];
  for (const container of spec?.containers ?? []) {
    for (const { hostPort = 0, hostIP, protocol } of container.ports ?? [])
      if (hostPort > 0) ports.push({ ip: hostIP || ANY_IP, port: `${protocol || 'TCP'}/${hostPort}` });
  }
  return ports;
}

/** The ports of a node that are in use. */
export class HostPorts {
  /** IP addresses of each port. */
  readonly #used = new Map<string, Set<string>>();

  add(ports: readonly HostPort[]): void {
    for (const { ip, port } of ports) {
      const addresses = this.#used.get(port);
      if (addresses) addresses.add(ip);
      else this.#used.set(port, new Set([ip]));
    }
  }

  remove(ports: readonly HostPort[]): void {
    for (const { ip, port } of ports) {
      const addresses = this.#used.get(port);
      addresses?.delete(ip);
      if (addresses?.size === 0) this.#used.delete(port);
    }
  }

  /** Reports whether one of the ports is in use. `0.0.0.0` stands for every address of the node. */
  conflictsWith(ports: readonly HostPort[]): boolean {
    return ports.some(({ ip, port }) => {
      const addresses = this.#used.get(port);
      return addresses !== undefined && (ip === ANY_IP || addresses.has(ANY_IP) || addresses.has(ip));
    });
  }
}
