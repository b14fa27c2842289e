import { useCallback, useState } from 'react';
import type { Causes } from '../../../api/debug/causes.ts';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import { isFinalError } from '../../../client/api-error.ts';
import { followChange } from '../../commands/follow-change.ts';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';
import { useRepeating } from '../../hooks/use-repeating.ts';
import type { FollowSearch } from '../../state/search-parameters.ts';

/** Milliseconds between reads. */
const INTERVAL = 500;

interface FollowedChange {
  /** Undefined until the first response. */
  readonly causes?: Causes;
  readonly error?: unknown;
  /** Resumes reading after a final error; undefined otherwise. */
  readonly retry?: () => void;
}

/** Returns the causes and effects of a change, and follows them while they grow. */
export function useFollowedChange({ request, revision, resource, in: namespace, name }: FollowSearch): FollowedChange {
  const { client } = useApplication();
  const key = JSON.stringify([request, revision, resource, namespace, name, useIdentityKey()]);
  const [followed, setFollowed] = useState<FollowedChange & { readonly key?: string }>({});
  const [attempt, setAttempt] = useState(0);
  const isNamed = request !== undefined || revision !== undefined || name !== undefined;
  const read = useCallback(
    async (signal: AbortSignal) => {
      try {
        const causes = await followChange(client, { request, revision, resource, in: namespace, name }, signal);
        setFollowed((old) => (old.key === key && isEqualJson(old.causes, causes) ? old : { key, causes }));
      } catch (error) {
        if (signal.aborted) return;
        if (!isFinalError(error)) return setFollowed((old) => ({ ...old, key, error }));
        setFollowed({ key, error, retry: () => setAttempt(attempt + 1) });
        throw error;
      }
    },
    [client, key, request, revision, resource, namespace, name, attempt],
  );
  useRepeating(isNamed ? read : undefined, { interval: INTERVAL });
  return followed.key === key ? followed : {};
}
