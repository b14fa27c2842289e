import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { NotFound } from './components/notices/NotFound.tsx';
import { ViewError } from './components/notices/ViewError.tsx';
import { Shell } from './components/shell/Shell.tsx';
import { readComparisonSearch } from './state/access/access-comparison.ts';
import { readAccessSearch } from './state/access/access-question.ts';
import {
  type RootSearch,
  readCertificatesSearch,
  readCompareSearch,
  readDemosSearch,
  readExplorerSearch,
  readFollowSearch,
  readLessonsSearch,
  readListSearch,
  readRootSearch,
  readTabSearch,
  readTimelineSearch,
  readTracesSearch,
  readWatchesSearch,
} from './state/search-parameters.ts';

/**
 * Every address of the UI. A new view is a component in `views/<view>/` and a row of `routeTree`, which loads it when it
 * is first opened. A row in `components/shell/tools.ts` adds it to the navigation.
 */
const rootRoute = createRootRoute({
  staticData: { documentation: 'ui#views' },
  component: Shell,
  /** Shown for addresses that cannot be decoded. */
  notFoundComponent: NotFound,
  validateSearch: readRootSearch,
  /** Navigation keeps the namespace, the cluster and the moment. */
  search: { middlewares: [retainSearchParams<RootSearch>(['namespace', 'cluster', 'at'])] },
});

/** The route of a view that has no search parameters of its own. */
const view = <Path extends string, Name extends string>(
  path: Path,
  component: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
  documentation: string,
) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(load, component),
    staticData: { documentation },
  });

/** The core group, whose name is empty, has the path `core`. */
const objectsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/objects/$group/$version/$resource',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./views/objects/ObjectsView.tsx'), 'ObjectsView'),
  staticData: { documentation: 'ui#lists-of-objects' },
});

/** One object; `-` stands for the namespace of cluster-scoped objects. */
const objectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/objects/$group/$version/$resource/$in/$name',
  validateSearch: readTabSearch,
  component: lazyRouteComponent(() => import('./views/object/ObjectView.tsx'), 'ObjectView'),
  staticData: { documentation: 'ui#pages-of-objects' },
});

const createObjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create/$group/$version/$resource',
  component: lazyRouteComponent(() => import('./views/create/CreateView.tsx'), 'CreateView'),
  staticData: { documentation: 'ui#yaml-editor' },
});

const accessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access',
  validateSearch: readAccessSearch,
  component: lazyRouteComponent(() => import('./views/access/AccessView.tsx'), 'AccessView'),
  staticData: { documentation: 'ui#access' },
});

const accessComparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/access/compare',
  validateSearch: readComparisonSearch,
  component: lazyRouteComponent(
    () => import('./views/access-comparison/AccessComparisonView.tsx'),
    'AccessComparisonView',
  ),
  staticData: { documentation: 'ui#access' },
});

const certificatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/certificates',
  validateSearch: readCertificatesSearch,
  component: lazyRouteComponent(() => import('./views/certificates/CertificatesView.tsx'), 'CertificatesView'),
  staticData: { documentation: 'identities#certificates' },
});

const lessonsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lessons',
  validateSearch: readLessonsSearch,
  component: lazyRouteComponent(() => import('./views/lessons/LessonsView.tsx'), 'LessonsView'),
  staticData: { documentation: 'lessons' },
});

const timelineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/timeline',
  validateSearch: readTimelineSearch,
  component: lazyRouteComponent(() => import('./views/timeline/TimelineView.tsx'), 'TimelineView'),
  staticData: { documentation: 'ui#timeline' },
});

const tracesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: readTracesSearch,
  component: lazyRouteComponent(() => import('./views/traces/TracesView.tsx'), 'TracesView'),
  staticData: { documentation: 'traces#reading-traces' },
});

const followRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/follow',
  validateSearch: readFollowSearch,
  component: lazyRouteComponent(() => import('./views/follow/FollowView.tsx'), 'FollowView'),
  staticData: { documentation: 'causes' },
});

const explorerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/explorer',
  validateSearch: readExplorerSearch,
  component: lazyRouteComponent(() => import('./views/explorer/ExplorerView.tsx'), 'ExplorerView'),
  staticData: { documentation: 'ui#api-explorer' },
});

const demosRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/demos',
  validateSearch: readDemosSearch,
  component: lazyRouteComponent(() => import('./views/demos/DemosView.tsx'), 'DemosView'),
  staticData: { documentation: 'ui#demos' },
});

const watchesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/watches',
  validateSearch: readWatchesSearch,
  component: lazyRouteComponent(() => import('./views/watches/WatchesView.tsx'), 'WatchesView'),
  staticData: { documentation: 'watches' },
});

const timeTravelRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/time-travel',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./views/time-travel/TimeTravelView.tsx'), 'TimeTravelView'),
  staticData: { documentation: 'time-travel' },
});

/** Every other address. As a view, it stays in place when a parameter changes, such as the namespace. */
const otherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: NotFound,
  staticData: { documentation: 'ui#views' },
});

const routeTree = rootRoute.addChildren([
  view('/', 'Overview', () => import('./views/overview/Overview.tsx'), 'ui#start'),
  objectsRoute,
  objectRoute,
  createObjectRoute,
  view('/start', 'StartView', () => import('./views/start/StartView.tsx'), 'ui#start'),
  view('/scenario', 'ScenarioView', () => import('./views/scenario/ScenarioView.tsx'), 'scenarios#in-the-app'),
  view('/apply', 'ApplyView', () => import('./views/apply/ApplyView.tsx'), 'ui#yaml-editor'),
  accessRoute,
  accessComparisonRoute,
  certificatesRoute,
  lessonsRoute,
  view('/lessons/$lesson', 'LessonView', () => import('./views/lessons/LessonView.tsx'), 'lessons'),
  timelineRoute,
  timeTravelRoute,
  tracesRoute,
  followRoute,
  watchesRoute,
  explorerRoute,
  demosRoute,
  view('/admission', 'AdmissionView', () => import('./views/admission/AdmissionView.tsx'), 'traces#admission-in-force'),
  view('/lab', 'LabView', () => import('./views/lab/LabView.tsx'), 'local-services#example'),
  view('/export', 'ExportView', () => import('./views/export/ExportView.tsx'), 'ui#clusters'),
  view('/import', 'ImportView', () => import('./views/import/ImportView.tsx'), 'ui#clusters'),
  view(
    '/controllers',
    'ControllersView',
    () => import('./views/controllers/ControllersView.tsx'),
    'controllers#choose-what-runs',
  ),
  view(
    '/flow-control',
    'FlowControlView',
    () => import('./views/flow-control/FlowControlView.tsx'),
    'flow-control#see-it-work',
  ),
  view(
    '/aggregation',
    'AggregationView',
    () => import('./views/aggregation/AggregationView.tsx'),
    'local-services#aggregated-apis',
  ),
  view('/connect', 'ConnectView', () => import('./views/connect/ConnectView.tsx'), 'hosts#service-worker'),
  view('/docs/$', 'DocumentView', () => import('./views/documentation/DocumentView.tsx'), 'README#documentation'),
  otherRoute,
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
  interface StaticDataRouteOption {
    /** The documentation of a view: a page and its section, such as `traces#reading-traces`. */
    documentation: string;
  }
}
