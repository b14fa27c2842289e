import { useEffect, useState } from 'react';
import { apiVersionOf } from '../../api/object.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { findResource } from '../../client/discovery.ts';
import { useApplication, useDiscovery, useIdentityKey } from './use-application.ts';

/** Returns the user as which the server authenticates the current identity; undefined until it answers. */
export function useWhoAmI(): UserInfo | undefined {
  const { client } = useApplication();
  const review = findResource(useDiscovery(), 'selfsubjectreviews');
  const identity = useIdentityKey();
  const [answer, setAnswer] = useState<{ identity: string; user: UserInfo }>();
  useEffect(() => {
    if (!review) return;
    const abort = new AbortController();
    const body = { apiVersion: apiVersionOf(review.group, review.version), kind: review.kind };
    client
      .create<{ status?: { userInfo?: UserInfo } }>(review, body as object, { signal: abort.signal })
      .then(({ status }) => status?.userInfo && setAnswer({ identity, user: status.userInfo }))
      .catch(() => setAnswer(undefined));
    return () => abort.abort();
  }, [client, review, identity]);
  return answer?.identity === identity ? answer.user : undefined;
}
