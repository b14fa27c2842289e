import { expect } from 'vitest';
import type { Fetch, OutgoingTrust, RepeatedHeaders } from '../../src/api/environment.ts';
import type { APIServiceSpec } from '../../src/api/kinds/apiregistration-v1.generated.ts';
import { systemClock } from '../../src/hosts/platform.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { createWholeServer } from './whole-server.ts';

export const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';

/** A request as the extension API server received it. */
export interface Received {
  readonly request: Request;
  readonly trust: OutgoingTrust | undefined;
  readonly repeated: RepeatedHeaders | undefined;
}

/** Answers every request, including discovery. */
const answerAll = (): Response => Response.json({ kind: 'APIResourceList', resources: [] });

/**
 * Creates a server with an extension API server behind the external Service `api` in the namespace `default`.
 * `received` contains the requests that it received, except availability checks.
 */
export async function createExtensionCluster(
  answer: (received: Received) => Response | Promise<Response> = answerAll,
  options: Partial<ServerOptions> = {},
) {
  const received: Received[] = [];
  const fetch: Fetch = async (request, trust, repeated) => {
    const isCheck = request.headers.get('x-remote-user')?.startsWith('system:');
    if (!isCheck) received.push({ request, trust, repeated });
    return answer({ request, trust, repeated });
  };
  const cluster = await createWholeServer({ fetch, ...options });
  const createService = (name = 'api') =>
    cluster.post('/api/v1/namespaces/default/services', {
      metadata: { name },
      spec: { type: 'ExternalName', externalName: 'api.example', ports: [{ port: 443 }] },
    });
  const register = (spec: Partial<APIServiceSpec> = {}) => {
    const { group = 'ext.example', version = 'v1' } = spec;
    const service = { namespace: 'default', name: 'api' };
    const priorities = { groupPriorityMinimum: 1000, versionPriority: 15 };
    return cluster.post(API_SERVICES, {
      metadata: { name: `${version}.${group}` },
      spec: { group, version, ...priorities, service, insecureSkipTLSVerify: true, ...spec },
    });
  };
  const conditionOf = async (name = 'v1.ext.example') => {
    const { status } = await (await cluster.get(`${API_SERVICES}/${name}`)).json();
    return status?.conditions?.[0];
  };
  /** Waits until the condition has the reason. */
  const until = (reason: string, name?: string) =>
    expect.poll(async () => (await conditionOf(name))?.reason).toBe(reason);
  return { ...cluster, received, createService, register, conditionOf, until };
}

/** Returns a clock whose timers fire only in `pass`, except those without a delay, which work uses to yield. */
export function steppedClock() {
  const clock = new ManualClock();
  return {
    clock: {
      now: () => clock.now(),
      after: (milliseconds: number, callback: () => void) =>
        (milliseconds === 0 ? systemClock : clock).after(milliseconds, callback),
    },
    pass: (milliseconds: number) => clock.advance(milliseconds),
  };
}
