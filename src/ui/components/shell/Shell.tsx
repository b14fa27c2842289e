import { Banner, Button, Flex, FlexItem, Page, SkipToContent, Spinner } from '@patternfly/react-core';
import { Outlet, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useApplication, useIdentityKey } from '../../hooks/use-application.ts';
import { useFreshDiscovery } from '../../hooks/use-fresh-discovery.ts';
import { usePlaysUntil } from '../../hooks/use-plays-until.ts';
import { useSidebar } from '../../hooks/use-sidebar.ts';
import { LessonSlot } from '../lessons/LessonSlot.tsx';
import { ErrorState } from '../notices/ErrorState.tsx';
import { PresenterSlot } from '../presenter/PresenterSlot.tsx';
import { applyTheme } from './apply-theme.ts';
import { ClockBanner } from './ClockBanner.tsx';
import { ConsentBanner } from './clusters/ConsentBanner.tsx';
import { DataBanner } from './DataBanner.tsx';
import { FileDrop } from './FileDrop.tsx';
import { Header } from './Header.tsx';
import { ImpersonationBanner } from './ImpersonationBanner.tsx';
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx';
import { Navigation } from './Navigation.tsx';
import { Notifications } from './Notifications.tsx';
import { TerminalDrawer } from './terminal/TerminalDrawer.tsx';

const MomentBanner = lazy(() => import('./time/MomentBanner.tsx'));

const MAIN = 'main';

/** The frame of all views. Views remount when the identity changes, so that no data of the previous one stays. */
export function Shell() {
  const { preferences, discovery, moment } = useApplication();
  const theme = useStore(preferences, (state) => state.theme);
  const { discovery: known, error, refresh } = useStore(discovery);
  const identity = useIdentityKey();
  const sidebar = useSidebar();
  const { at } = useSearch({ from: '__root__' });
  const isPast = usePlaysUntil() !== undefined || at !== undefined;
  const isAtMoment = useStore(moment, (state) => state.at) === at;
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => moment.getState().show(at), [moment, at]);
  const skip = (
    <SkipToContent
      href={`#${MAIN}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN)?.focus();
      }}
    >
      Skip to content
    </SkipToContent>
  );
  return (
    <Page
      className={isPast ? 'tp-page tp-past' : 'tp-page'}
      masthead={<Header isNavigationOpen={sidebar.isOpen} onToggleNavigation={sidebar.toggle} />}
      sidebar={<Navigation isOpen={sidebar.isOpen} />}
      skipToContent={skip}
      isContentFilled
      mainContainerId={MAIN}
    >
      <UpdateBanner />
      <DataBanner />
      <ImpersonationBanner />
      {isPast ? (
        <Suspense>
          <MomentBanner />
        </Suspense>
      ) : (
        <ClockBanner key={`clock ${identity}`} />
      )}
      {known ? (
        <div className="tp-beside">
          <div key={identity} className="tp-view">
            {isAtMoment && (
              <>
                <DiscoveryKeeper />
                <ConsentBanner />
                <Outlet />
              </>
            )}
          </div>
          <LessonSlot />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refresh()} />
      ) : (
        <div className="tp-starting">
          <Spinner aria-label="Starting the cluster" />
          <p>Starting the cluster…</p>
        </div>
      )}
      <TerminalDrawer />
      <FileDrop />
      <Notifications />
      <KeyboardShortcuts />
      <PresenterSlot />
    </Page>
  );
}

/** Below the identity's key, because watch permissions depend on the identity. */
function DiscoveryKeeper() {
  useFreshDiscovery();
  return null;
}

/** Shown when a newer version of the app is active than this page. */
function UpdateBanner() {
  const isOutdated = useStore(useApplication().platform.offline, (state) => state.isOutdated);
  if (!isOutdated) return null;
  return (
    <Banner color="blue" isSticky className="tp-banner" role="region" aria-label="Update">
      <Flex justifyContent={{ default: 'justifyContentCenter' }} gap={{ default: 'gapSm' }}>
        <FlexItem>A new version of Tabplane is ready.</FlexItem>
        <Button variant="link" isInline onClick={() => location.reload()}>
          Reload page
        </Button>
      </Flex>
    </Banner>
  );
}
