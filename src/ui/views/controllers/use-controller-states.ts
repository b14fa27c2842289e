import { useCallback, useState } from 'react';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ControllerState } from '../../../api/debug/controller-state.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'controllerstates' };

/** The controllers of the cluster, and a function that starts or stops one. */
export function useControllerStates() {
  const { client } = useApplication();
  const [asked, setAsked] = useState(0);
  const answer = useAnswer(`controllers ${useIdentityKey()}`, String(asked), async (signal) => {
    const { items } = await client.list<ControllerState>(ADDRESS, { signal });
    return items;
  });
  /** @throws ApiError */
  const set = useCallback(
    async ({ metadata }: ControllerState, isRunning: boolean) => {
      await client.update({ ...ADDRESS, name: metadata.name }, { spec: { isRunning } });
      setAsked((count) => count + 1);
    },
    [client],
  );
  return { ...answer, set, retry: () => setAsked((count) => count + 1) };
}
