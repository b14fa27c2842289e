import { useEffect, useState } from 'react';
import type { Pod } from '../../../../api/kinds/core-v1.generated.ts';
import { type LogAddress, readLog } from '../../../commands/logs/read-log.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { appendToLog, EMPTY_LOG, type LogText } from '../../../state/objects/logs/log-text.ts';
import type { PodContainer } from '../../../state/objects/logs/pod-containers.ts';
import type { LogOptions } from '../../../state/stores/logs-store.ts';

/** `unassigned`: the pod has no node, and so no log. `following`: more text may arrive. */
export type LogPhase = 'loading' | 'following' | 'ended' | 'unassigned' | 'failed';

export interface PodLog {
  readonly text: LogText;
  readonly phase: LogPhase;
  readonly error: unknown;
}

const LOADING: PodLog = { text: EMPTY_LOG, phase: 'loading', error: undefined };

/** Milliseconds to batch text before it is shown. */
const FLUSH_AFTER = 100;

/** Reads a container's log, again when it is restarted, and follows it while the component is mounted. */
export function usePodLog(pod: Pod, container: PodContainer | undefined, options: LogOptions): PodLog & Retry {
  const { client, platform } = useApplication();
  const [log, setLog] = useState<PodLog>(LOADING);
  const [attempt, setAttempt] = useState(0);
  const { previous, follow, timestamps, tail } = options;
  const { namespace = '', name = '' } = pod.metadata;
  const question = JSON.stringify({
    address: container && { namespace, pod: name, container: container.name },
    options: { previous, follow, timestamps, tail },
    // A followed log ends with its container; a new run has a new one.
    occasion: [container?.run, pod.spec?.nodeName, attempt],
  });
  useEffect(() => {
    const { address, options: wanted } = JSON.parse(question) as Question;
    if (!address) return;
    const abort = new AbortController();
    let pending = '';
    let cancel: (() => void) | undefined;
    const change = (changed: (log: PodLog) => PodLog) => {
      if (!abort.signal.aborted) setLog(changed);
    };
    const flush = () => {
      cancel = undefined;
      const text = pending;
      pending = '';
      change((known) => ({ ...known, phase: 'following', text: appendToLog(known.text, text) }));
    };
    setLog(LOADING);
    readLog(client, address, wanted, {
      signal: abort.signal,
      onText(text) {
        pending += text;
        cancel ??= platform.clock.after(FLUSH_AFTER, flush);
      },
    }).then(
      (hasLog) => {
        cancel?.();
        flush();
        change((known) => ({ ...known, phase: hasLog ? 'ended' : 'unassigned' }));
      },
      (error: unknown) => change((known) => ({ ...known, phase: 'failed', error })),
    );
    return () => {
      abort.abort();
      cancel?.();
    };
  }, [client, platform, question]);
  return { ...log, retry: () => setAttempt((count) => count + 1) };
}

interface Question {
  readonly address?: LogAddress;
  readonly options: LogOptions;
}
interface Retry {
  readonly retry: () => void;
}
