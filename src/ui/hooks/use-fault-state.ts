import { useState } from 'react';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { FaultSetting, FaultState } from '../../api/debug/fault-state.ts';
import { errorText } from '../../api/error-text.ts';
import { useAnswer } from './use-answer.ts';
import { useApplication, useIdentityKey } from './use-application.ts';

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'faultstates', name: 'cluster' };

/**
 * Returns the faults of the API and of webhooks, and a function that changes some of them and reports errors. The setting
 * is undefined until it is loaded, and for servers and identities without access to it.
 */
export function useFaultState() {
  const { client, notifications } = useApplication();
  const [asked, setAsked] = useState(0);
  const { value } = useAnswer(`faults ${useIdentityKey()}`, String(asked), (signal) =>
    client.get<FaultState>(ADDRESS, { signal }),
  );
  const set = async (spec: Partial<FaultSetting>): Promise<void> => {
    try {
      await client.update(ADDRESS, { spec });
    } catch (error) {
      notifications.getState().notify('danger', 'The fault could not be changed', errorText(error));
    }
    setAsked((count) => count + 1);
  };
  return { setting: value?.spec, set };
}
