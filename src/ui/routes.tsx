import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { NotFound } from './components/notices/NotFound.tsx';
import { ViewError } from './components/notices/ViewError.tsx';
import { Shell } from './components/shell/Shell.tsx';
import { readAccessSearch } from './state/access/access-question.ts';
import {
  type RootSearch,
  readCertificatesSearch,
  readListSearch,
  readRootSearch,
  readTabSearch,
  readTimelineSearch,
  readTracesSearch,
} from './state/search-parameters.ts';

/**
 * Every address of the UI. A new view is a folder `views/<view>/` with a component, a route here (loaded when it is
 * first opened) and, if the navigation shows it, a line in `components/shell/tools.ts`.
 */
const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  validateSearch: readRootSearch,
  /** The namespace stays when one goes to another view. */
  search: { middlewares: [retainSearchParams<RootSearch>(['namespace'])] },
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./views/overview/Overview.tsx'), 'Overview'),
});

/** The core group, whose name is empty, is written `core`. */
const objectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/objects/$group/$version/$resource',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./views/objects/ObjectsView.tsx'), 'ObjectsView'),
});

/** One object; the namespace of objects without one is written `-`. */
const objectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/objects/$group/$version/$resource/$in/$name',
  validateSearch: readTabSearch,
  component: lazyRouteComponent(() => import('./views/object/ObjectView.tsx'), 'ObjectView'),
});

const createObjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create/$group/$version/$resource',
  component: lazyRouteComponent(() => import('./views/create/CreateView.tsx'), 'CreateView'),
});

/** Objects of any kinds, from one text. */
const applyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/apply',
  component: lazyRouteComponent(() => import('./views/apply/ApplyView.tsx'), 'ApplyView'),
});

const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access',
  validateSearch: readAccessSearch,
  component: lazyRouteComponent(() => import('./views/access/AccessView.tsx'), 'AccessView'),
});

const certificatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/certificates',
  validateSearch: readCertificatesSearch,
  component: lazyRouteComponent(() => import('./views/certificates/CertificatesView.tsx'), 'CertificatesView'),
});

const timelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/timeline',
  validateSearch: readTimelineSearch,
  component: lazyRouteComponent(() => import('./views/timeline/TimelineView.tsx'), 'TimelineView'),
});

const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readTracesSearch,
  component: lazyRouteComponent(() => import('./views/traces/TracesView.tsx'), 'TracesView'),
});

const labRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lab',
  component: lazyRouteComponent(() => import('./views/lab/LabView.tsx'), 'LabView'),
});

const exportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/export',
  component: lazyRouteComponent(() => import('./views/export/ExportView.tsx'), 'ExportView'),
});

const importRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./views/import/ImportView.tsx'), 'ImportView'),
});

const connectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('./views/connect/ConnectView.tsx'), 'ConnectView'),
});

const routeTree = rootRoute.addChildren([
  overviewRoute,
  objectsRoute,
  objectRoute,
  createObjectRoute,
  applyRoute,
  accessRoute,
  certificatesRoute,
  timelineRoute,
  tracesRoute,
  labRoute,
  exportRoute,
  importRoute,
  connectRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ViewError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
