import { invalid } from '../../../api/field-error.ts';
import type { Service, ServiceSpec } from '../../../api/kinds/core-v1.generated.ts';
import { internalError, invalidObject, plainError } from '../../../api/status.ts';
import type { StrategyContext } from '../../resource-definition.ts';
import { randomBelow } from './random-below.ts';
import { isOnNodes, needsHealthCheck, needsNodePorts, nodePortsOf, specOf } from './service-kinds.ts';

const FIRST_NODE_PORT = 30000;
const LAST_NODE_PORT = 32767;
/**
 * Number of ports at the start of the range that are reserved for users. They are allocated only when no other port is
 * free.
 */
const RESERVED_PORTS = 86;
/** Dry runs allocate nothing, but show ports from the next one on. */
const LAST_BEFORE_DRY_RUN = 32768;

export const portClaim = (port: number): string => `nodeport/${port}`;

/**
 * Allocates the node ports and health check port of a service. `live` is undefined for a new one.
 * @throws StatusError 422 for the first node port that is not available, 500 for a health check port
 */
export function allocatePorts(service: Service, live: Service | undefined, context: StrategyContext): void {
  const [spec, old] = [specOf(service), live && specOf(live)];
  const pool = new PortPool(service, context);
  if (isOnNodes(spec)) {
    if (old) updateNodePorts(spec, old, pool);
    else initializeNodePorts(spec, pool);
  }
  if (!needsHealthCheck(spec) || (old && needsHealthCheck(old))) return;
  if (spec.healthCheckNodePort) pool.takeForHealthChecks(spec.healthCheckNodePort);
  else spec.healthCheckNodePort = pool.takeAny(`failed to allocate a HealthCheck NodePort 0`);
}

/** The ports that are allocated for one service. */
class PortPool {
  readonly #service: Service;
  readonly #context: StrategyContext;
  readonly #taken = new Set<number>();

  constructor(service: Service, context: StrategyContext) {
    this.#service = service;
    this.#context = context;
  }

  take(port: number, index: number): void {
    const problem = this.#problem(port);
    if (problem) {
      const errors = [invalid(`spec.ports[${index}].nodePort`, port, problem)];
      throw invalidObject({ group: '', kind: 'Service' }, this.#service.metadata.name ?? '', errors);
    }
    this.#taken.add(port);
  }

  takeForHealthChecks(port: number): void {
    const problem = this.#problem(port);
    if (problem) throw internalError(`failed to allocate requested HealthCheck NodePort ${port}: ${problem}`);
    this.#taken.add(port);
  }

  /** Allocates a free port that the service does not request elsewhere. */
  takeAny(failure: string): number {
    const middle = FIRST_NODE_PORT + RESERVED_PORTS;
    const port = this.#context.dryRun
      ? Math.max(...this.#taken, this.#taken.size === 0 ? LAST_BEFORE_DRY_RUN : 0) + 1
      : (this.#freePort(middle, LAST_NODE_PORT + 1) ?? this.#freePort(FIRST_NODE_PORT, middle));
    if (port === undefined) throw internalError(`${failure}: range is full`);
    this.#taken.add(port);
    return port;
  }

  /** Returns a free port, searching from a random position. */
  #freePort(from: number, to: number): number | undefined {
    const count = to - from;
    const start = Number(randomBelow(BigInt(count), this.#context));
    const wanted = nodePortsOf(specOf(this.#service));
    for (let step = 0; step < count; step++) {
      const port = from + ((start + step) % count);
      if (!wanted.includes(port) && !this.#problem(port)) return port;
    }
    return undefined;
  }

  #problem(port: number): string | undefined {
    if (port < FIRST_NODE_PORT || port > LAST_NODE_PORT) {
      const range = `${FIRST_NODE_PORT}-${LAST_NODE_PORT}`;
      return `provided port is not in the valid range. The range of valid ports is ${range}`;
    }
    const isTaken = this.#taken.has(port) || this.#context.isClaimed(portClaim(port));
    return isTaken ? 'provided port is already allocated' : undefined;
  }
}

const NONE_LEFT = 'failed to allocate a nodePort';

/**
 * Allocates node ports for a new service. Equal ports of several protocols share a node port, unless they request
 * different ones.
 */
function initializeNodePorts(spec: ServiceSpec, pool: PortPool): void {
  const given = new Map<number, number>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (!port.nodePort && !needsNodePorts(spec)) continue;
    const shared = given.get(port.port);
    if (shared === undefined) {
      const wanted = spec.ports?.find((other) => other.port === port.port && other.nodePort)?.nodePort;
      if (wanted) pool.take(wanted, index);
      port.nodePort = wanted ?? pool.takeAny(NONE_LEFT);
      given.set(port.port, port.nodePort);
    } else if (!port.nodePort) {
      port.nodePort = shared;
    } else if (port.nodePort !== shared) {
      pool.take(port.nodePort, index);
    }
  }
}

/** Allocates node ports for an update. Ports that the service already holds are not allocated again. */
function updateNodePorts(spec: ServiceSpec, live: ServiceSpec, pool: PortPool): void {
  const known = new Set(nodePortsOf(live));
  const used = new Set<string>();
  for (const [index, port] of (spec.ports ?? []).entries()) {
    if (port.nodePort && !known.has(port.nodePort)) {
      pool.take(port.nodePort, index);
      known.add(port.nodePort);
    }
    if (!port.nodePort && !needsNodePorts(spec)) continue;
    port.nodePort ||= pool.takeAny(NONE_LEFT);
    const shown = `{${port.protocol} ${port.nodePort}}`;
    if (used.has(shown)) throw plainError(`duplicate nodePort: ${shown}`);
    used.add(shown);
  }
}
