import { useCallback, useEffect, useRef, useState } from 'react';
import { prepareTenants, TenantLoad } from '../../commands/tenant-load.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useRepeating } from '../../hooks/use-repeating.ts';
import type { LoadSummary } from '../../state/flow-control/load-statistics.ts';

export interface Tenant {
  readonly username: string;
  readonly inFlight: number;
  /** Undefined while no load is sent. */
  readonly summary?: LoadSummary;
}

const TENANTS_AT_FIRST: readonly Tenant[] = [
  { username: 'noisy', inFlight: 30 },
  { username: 'quiet', inFlight: 1 },
];

/** Sends the load of the tenants while the view is open, and updates their statistics twice a second. */
export function useTenants() {
  const { client, platform } = useApplication();
  const discovery = useDiscovery();
  const [tenants, setTenants] = useState(TENANTS_AT_FIRST);
  const [isFair, setFair] = useState(true);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const loads = useRef(new Map<string, TenantLoad>());

  const stop = useCallback(() => {
    for (const load of loads.current.values()) load.stop();
    loads.current.clear();
    setRunning(false);
    setTenants((all) => all.map(({ username, inFlight }) => ({ username, inFlight })));
  }, []);
  useEffect(() => stop, [stop]);

  const fail = useCallback(
    (failure: unknown) => {
      stop();
      setError(failure);
    },
    [stop],
  );

  const start = async () => {
    setError(undefined);
    setRunning(true);
    try {
      await prepareTenants(client, discovery, isFair);
      for (const { username, inFlight } of tenants) {
        const load = new TenantLoad({ client, clock: platform.clock, username, onError: fail });
        load.inFlight = inFlight;
        loads.current.set(username, load);
      }
    } catch (failure) {
      fail(failure);
    }
  };

  const changeFairness = (fair: boolean) => {
    setFair(fair);
    if (isRunning) prepareTenants(client, discovery, fair).catch(fail);
  };

  const changeInFlight = (username: string, inFlight: number) => {
    setTenants((all) => all.map((tenant) => (tenant.username === username ? { ...tenant, inFlight } : tenant)));
    const load = loads.current.get(username);
    if (load) load.inFlight = inFlight;
  };

  const summarize = useCallback(() => {
    const now = platform.clock.now();
    setTenants((all) =>
      all.map((tenant) => {
        const load = loads.current.get(tenant.username);
        return load ? { ...tenant, summary: load.statistics.summary(now) } : tenant;
      }),
    );
  }, [platform]);
  useRepeating(isRunning ? summarize : undefined, { first: 500, interval: 500 });

  return { tenants, isFair, isRunning, error, start, stop, changeFairness, changeInFlight };
}
