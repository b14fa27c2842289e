import type { Cause } from '../../api/debug/why.ts';
import { cause } from './cause.ts';
import type { DeniedRequest, View } from './view.ts';

/**
 * Returns why a controller does not act although it should: it is stopped, absent or not allowed to, or the clock is
 * paused.
 * @param namespace in which it should act
 */
export function idle(name: string, view: View, namespace?: string): readonly Cause[] {
  const causes = stopped(name, view, namespace);
  return causes.length === 0 && view.rate === 0
    ? [cause('clock-paused', 'the clock of the cluster is paused')]
    : causes;
}

/** Returns why a controller cannot act, regardless of the clock. */
export function stopped(name: string, view: View, namespace?: string): readonly Cause[] {
  const controller = view.controllers.find((each) => each.name === name);
  if (!controller) return [cause('controller-absent', `${spoken(name)} does not run in this cluster`)];
  if (!controller.isRunning) return [cause('controller-stopped', `${spoken(name)} is stopped`)];
  const denied = deniedRequest(name, view, namespace);
  return denied ? [denial(name, denied)] : [];
}

/** Returns the newest denied request of a controller; prefers creates. */
function deniedRequest(name: string, view: View, namespace?: string): DeniedRequest | undefined {
  const own = view.denials.filter(
    (request) =>
      request.username === userOf(name) &&
      (!namespace || !request.namespace || request.namespace === namespace) &&
      /cannot \w+ resource/.test(request.message),
  );
  return own.findLast(({ message }) => /cannot create resource "(?!events)/.test(message)) ?? own.at(-1);
}

const userOf = (name: string): string =>
  name === 'kube-scheduler' ? 'system:kube-scheduler' : `system:serviceaccount:kube-system:${name}`;

const denial = (name: string, { trace, time, message }: DeniedRequest): Cause =>
  cause('controller-not-allowed', `${spoken(name)} is not allowed to act: ${rightOf(message)}`, {
    evidence: [{ type: 'request', text: message, trace, time }],
  });

/** Returns the denied permission in the message of a denial. */
export const rightOf = (message: string): string =>
  /User "[^"]+" (cannot .*)$/s.exec(message)?.[1]?.replace(/ in API group ""/, '') ?? message;

/** Returns the name of a controller as a part of a sentence. */
const spoken = (name: string): string =>
  name === 'kube-scheduler'
    ? 'the scheduler'
    : name === 'node-simulation'
      ? 'the node simulation'
      : `the ${name.replace(/-controller$/, '')} controller`;
