import '@patternfly/react-core/dist/styles/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApplication } from './application.ts';
import { ApplicationContext } from './hooks/use-application.ts';
import type { Platform } from './platform.ts';
import { router } from './routes.tsx';
import './styles.css';

/** Shows the UI in `root`. */
export function mountApplication(root: HTMLElement, platform: Platform): void {
  const application = createApplication(platform);
  void application.discovery.getState().refresh();
  whenIdle(() => {
    application.timeline.start();
    addEventListener('pagehide', () => application.timeline.save());
  });
  createRoot(root).render(
    <StrictMode>
      <ApplicationContext value={application}>
        <RouterProvider router={router} />
      </ApplicationContext>
    </StrictMode>,
  );
}

/** Milliseconds after which a page that is never idle records all the same. */
const LATEST_START = 3000;

/** The first view comes first. */
function whenIdle(start: () => void): void {
  // Safari cannot tell.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: LATEST_START });
  else setTimeout(start, LATEST_START);
}
