import type { Container, Pod, Probe } from '../../../api/kinds/core-v1.generated.ts';
import { agnhostPort } from '../../images/agnhost.ts';
import { isListening } from '../../kubelet/answer-pod.ts';
import { runAlone } from '../../shell/run-alone.ts';

/** Returns the port of its pod to which a probe connects; undefined for a command, and for a probe of another host. */
function portOf({ ports = [] }: Container, { httpGet, tcpSocket, grpc }: Probe): number | undefined {
  const { host, port } = httpGet ?? tcpSocket ?? { port: grpc?.port };
  if (host) return undefined;
  const named = ports.find(({ name }) => name !== undefined && name === port);
  const number = Number(named?.containerPort ?? port);
  return Number.isInteger(number) ? number : undefined;
}

/** Reports whether a probe connects to a port on which nothing listens, as far as known. */
export function isRefused(pod: Pod, container: Container, probe: Probe): boolean {
  const port = portOf(container, probe);
  return port !== undefined && hasKnownPorts(pod, container) && !isListening(pod, port);
}

/** Reports whether the listening ports of a container are known: it runs a test server, or a script without one. */
const hasKnownPorts = (pod: Pod, container: Container): boolean =>
  agnhostPort(container) !== undefined || runAlone(pod, container) !== undefined;
