import { Button, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';
import type { OfflinePhase } from '../../state/stores/offline-store.ts';

/** The status of persistent storage and offline use. */
export function StorageStatus() {
  return (
    <HelperText className="tp-storage-status" isLiveRegion>
      <PersistenceItem />
      <OfflineItem />
    </HelperText>
  );
}

function PersistenceItem() {
  const { persistence, isRefused, request } = useStore(useApplication().persistence);
  if (persistence === 'unknown') return null;
  if (persistence === 'persistent')
    return <HelperTextItem variant="success">Storage: persistent, kept until you delete it</HelperTextItem>;
  return (
    <HelperTextItem variant="warning">
      Storage: the browser may delete this cluster when disk space runs low.{' '}
      {isRefused && 'The browser declined to keep it. Install or bookmark Tabplane, then try again. '}
      <Button variant="link" isInline onClick={() => void request()}>
        {isRefused ? 'Try again' : 'Keep this cluster'}
      </Button>
    </HelperTextItem>
  );
}

const OFFLINE_ITEMS: Readonly<
  Record<OfflinePhase, { readonly variant: 'default' | 'success' | 'warning'; readonly text: string } | undefined>
> = {
  unavailable: undefined,
  checking: undefined,
  downloading: { variant: 'default', text: 'Offline: downloading the app…' },
  stored: { variant: 'success', text: 'Offline: ready, opens without a network' },
  failed: { variant: 'warning', text: 'Offline: not ready. Retrying automatically.' },
};

function OfflineItem() {
  const { phase, reason } = useStore(useApplication().platform.offline);
  const item = OFFLINE_ITEMS[phase];
  if (!item) return null;
  return (
    <HelperTextItem variant={item.variant}>
      {item.text}
      {phase === 'failed' && ` The app could not be downloaded: ${reason}.`}
    </HelperTextItem>
  );
}
