import './presenter.css';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';
import { shownKey } from '../../state/shown-key.ts';

const CHANNEL = 'tabplane.presenter';
/** Milliseconds for which a key is shown. */
const SHOWN = 2000;

/** Large type, the keys that are pressed, and the same view in all windows of the cluster that present. */
export function PresenterMode() {
  const key = useLastKey();
  useLargeType();
  useSharedView();
  return (
    <div className="tp-presenter-key" aria-hidden="true">
      {key !== undefined && <kbd>{key}</kbd>}
    </div>
  );
}

function useLargeType(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.add('tp-presenting');
    return () => classList.remove('tp-presenting');
  }, []);
}

function useLastKey(): string | undefined {
  const { clock } = useApplication().platform;
  const [key, setKey] = useState<string>();
  useEffect(() => {
    let hide: () => void = () => undefined;
    const show = (event: KeyboardEvent): void => {
      const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]');
      const { key: name, ctrlKey, altKey, metaKey, shiftKey } = event;
      const text = shownKey({ key: name, ctrlKey, altKey, metaKey, shiftKey, isTyped });
      if (text === undefined) return;
      setKey(text);
      hide();
      hide = clock.after(SHOWN, () => setKey(undefined));
    };
    // The views may stop the event.
    window.addEventListener('keydown', show, { capture: true });
    return () => {
      window.removeEventListener('keydown', show, { capture: true });
      hide();
    };
  }, [clock]);
  return key;
}

interface SharedView {
  /** Of the cluster that the window shows. */
  readonly database: string;
  /** Path and query. */
  readonly address: string;
}

/** Opens in this window what another presenting window of the same cluster opens, and the other way round. */
function useSharedView(): void {
  const router = useRouter();
  const database = useApplication().platform.clusters?.shown.database ?? '';
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    let shared = router.state.location.href;
    const stop = router.subscribe('onResolved', ({ toLocation: { href } }) => {
      if (href === shared) return;
      shared = href;
      channel.postMessage({ database, address: href } satisfies SharedView);
    });
    channel.onmessage = ({ data }: MessageEvent<SharedView>) => {
      if (data.database !== database || data.address === shared) return;
      shared = data.address;
      router.history.push(data.address);
    };
    return () => {
      stop();
      channel.close();
    };
  }, [router, database]);
}
