import { Label, type LabelProps, Tooltip } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { ConnectionState } from '../../state/stores/connection-store.ts';

/** The connection status of the cluster. */
export function ConnectionIndicator() {
  const state = useStore(useApplication().connection);
  const { status, text, detail } = appearanceOf(state);
  return (
    <Tooltip content={detail} position="bottom">
      <Label status={status} variant="outline" isCompact role="status" className="tp-connection" tabIndex={0}>
        {text}
      </Label>
    </Tooltip>
  );
}

function appearanceOf(state: ConnectionState): {
  status: NonNullable<LabelProps['status']>;
  text: string;
  detail: string;
} {
  if (state.phase === 'lost') {
    return { status: 'danger', text: 'Not connected', detail: `The last request failed: ${state.message}` };
  }
  return state.phase === 'connected'
    ? { status: 'success', text: 'Connected', detail: 'The cluster is responding' }
    : { status: 'info', text: 'Connecting', detail: 'Waiting for the first response from the cluster' };
}
