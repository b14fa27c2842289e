import './logs.css';
import { Button, EmptyState, EmptyStateBody, EmptyStateFooter, Skeleton } from '@patternfly/react-core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { dialectNamed } from '../../../../api/dialect.ts';
import { errorText } from '../../../../api/error-text.ts';
import type { Pod } from '../../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../../api/object.ts';
import { ApiError } from '../../../../client/api-error.ts';
import { ErrorState } from '../../../components/notices/ErrorState.tsx';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { lineCount, linesOf, searchLines } from '../../../state/objects/logs/log-text.ts';
import { podContainers, shownContainer } from '../../../state/objects/logs/pod-containers.ts';
import { DEFAULT_LOG_OPTIONS, type LogOptions } from '../../../state/stores/logs-store.ts';
import { LogLines } from './LogLines.tsx';
import { LogToolbar } from './LogToolbar.tsx';
import { type PodLog, usePodLog } from './use-pod-log.ts';

/** The log of one container of a pod, followed as it is written. */
export function LogsTab({ object }: { readonly object: ApiObject }) {
  const pod = object as Pod;
  const { uid = '' } = pod.metadata;
  const { options: known, change } = useStore(useApplication().logs);
  const options = known[uid] ?? DEFAULT_LOG_OPTIONS;
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const containers = podContainers(pod);
  const container = shownContainer(pod, containers, options.container, dialect);
  const { retry, ...log } = usePodLog(pod, container, options);
  const lines = useMemo(() => linesOf(log.text), [log.text]);
  const shown = useMemo(() => searchLines(lines, options.search), [lines, options.search]);
  const set = (changed: Partial<LogOptions>) => change(uid, { ...options, ...changed });
  return (
    <div className="tp-logs">
      <LogToolbar
        fileName={`${pod.metadata.name}-${container?.name}.log`}
        containers={containers}
        container={container}
        options={options}
        onChange={set}
        lines={lines}
      />
      <p className="tp-subtle" role="status">
        {statusText(log, lines.length, shown.length, options)}
      </p>
      {log.phase === 'failed' && lines.length === 0 ? (
        <LogError error={log.error} onRetry={retry} />
      ) : log.phase === 'unassigned' ? (
        <EmptyState titleText="No log yet" headingLevel="h2" variant="sm">
          <EmptyStateBody>
            The pod is not assigned to a node, so no container has run. Its log appears here when one starts.
          </EmptyStateBody>
        </EmptyState>
      ) : log.phase === 'loading' ? (
        <Skeleton height="10rem" screenreaderText="Loading the log" />
      ) : (
        <LogLines lines={shown} search={options.search} isWrapped={options.wrap} isFollowed={options.follow} />
      )}
    </div>
  );
}

function statusText({ phase, text, error }: PodLog, all: number, shown: number, { search }: LogOptions): string {
  if (phase === 'loading' || phase === 'unassigned' || (phase === 'failed' && all === 0)) return '';
  const count = search === '' ? lineCount(all) : `${shown} of ${lineCount(all)} contain “${search}”`;
  const dropped = text.dropped > 0 ? `, ${lineCount(text.dropped)} before them dropped` : '';
  const state =
    phase === 'following' ? 'following' : phase === 'failed' ? `connection lost: ${errorText(error)}` : 'end of log';
  return `${count}${dropped} · ${state}`;
}

/** An error in place of the log. A container that has not started is no failure: only the server's reason is shown. */
function LogError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.isForbidden || error.code !== 400)
    return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState titleText="No log" headingLevel="h2" variant="sm">
      <EmptyStateBody>{errorText(error)}</EmptyStateBody>
      <EmptyStateFooter>
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </EmptyStateFooter>
    </EmptyState>
  );
}
