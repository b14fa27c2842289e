import { useEffect, useState } from 'react';
import { preferredResources } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';

/** The server's version and number of kinds. */
export function ServerSummary() {
  const { client } = useApplication();
  const discovery = useDiscovery();
  const [version, setVersion] = useState('');
  useEffect(() => {
    const abort = new AbortController();
    client
      .request('/version', { signal: abort.signal })
      .then((response) => response.json())
      .then((answer: { gitVersion?: string }) => setVersion(answer.gitVersion ?? ''))
      .catch(() => setVersion('')); // The summary shows no version then.
    return () => abort.abort();
  }, [client]);
  const groups = new Set(discovery.resources.map(({ group }) => group)).size;
  return (
    <p className="tp-subtle">
      API server{version && ` ${version}`}, {preferredResources(discovery).length} kinds in {groups} groups
    </p>
  );
}
