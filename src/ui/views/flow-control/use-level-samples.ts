import { useCallback, useState } from 'react';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { PriorityLevelState } from '../../../api/debug/priority-level-state.ts';
import { isFinalError } from '../../../client/api-error.ts';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';
import { useRepeating } from '../../hooks/use-repeating.ts';
import type { LevelSample } from '../../state/flow-control/level-rates.ts';

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'prioritylevelstates' };

interface LevelSamples {
  /** Undefined until the first response. */
  readonly latest?: LevelSample;
  readonly previous?: LevelSample;
  readonly error?: unknown;
  /** Resumes reading after a final error; undefined otherwise. */
  readonly retry?: () => void;
}

/** Reads the state of all priority levels every second, as the current identity. */
export function useLevelSamples(): LevelSamples {
  const { client, platform } = useApplication();
  const identity = useIdentityKey();
  const [samples, setSamples] = useState<LevelSamples & { readonly identity?: string }>({});
  const [attempt, setAttempt] = useState(0);
  const read = useCallback(
    async (signal: AbortSignal) => {
      try {
        const { items } = await client.list<PriorityLevelState>(ADDRESS, { signal });
        const latest = { at: platform.clock.now(), levels: items };
        setSamples(({ latest: previous }) => ({ identity, latest, ...(previous ? { previous } : {}) }));
      } catch (error) {
        if (signal.aborted) return;
        if (!isFinalError(error)) return setSamples({ identity, error });
        setSamples({ identity, error, retry: () => setAttempt(attempt + 1) });
        throw error;
      }
    },
    [client, platform, identity, attempt],
  );
  useRepeating(read, { interval: 1000 });
  return samples.identity === identity ? samples : {};
}
