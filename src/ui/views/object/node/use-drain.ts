import { useEffect, useRef, useState } from 'react';
import type { Node, Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { drainNode, type Eviction } from '../../../commands/nodes/drain-node.ts';
import { useApplication } from '../../../hooks/use-application.ts';

/** Drains a node until the component is unmounted. */
export function useDrain(node: Node) {
  const application = useApplication();
  const running = useRef<AbortController>(undefined);
  const [drained, setDrained] = useState<readonly Pod[]>();
  const [evictions, setEvictions] = useState<ReadonlyMap<string, Eviction>>(new Map());
  const [error, setError] = useState<unknown>();
  useEffect(() => () => running.current?.abort(), []);
  const drain = (pods: readonly Pod[]): void => {
    const abort = new AbortController();
    running.current = abort;
    setError(undefined);
    setDrained(pods);
    const onProgress = ({ metadata }: Pod, eviction: Eviction) =>
      setEvictions((known) => new Map(known).set(metadata.uid ?? '', eviction));
    drainNode(application, node, pods, { signal: abort.signal, onProgress }).catch((failure: unknown) => {
      setDrained(undefined);
      setError(failure);
    });
  };
  /** `drained` is undefined until a drain has begun; `evictions` are by the UID of their pod. */
  return { drained, evictions, error, drain };
}
