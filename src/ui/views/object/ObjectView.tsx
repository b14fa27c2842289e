import { Skeleton, TabContent } from '@patternfly/react-core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { dependsOnOthers, stateOf } from '../../../client/states/state-of.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { UnknownResource } from '../../components/notices/UnknownResource.tsx';
import { WhySubjectContext } from '../../components/why/WhyButton.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useObject } from '../../hooks/use-object.ts';
import { useRelations } from '../../hooks/use-relations.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { namespaceOf, resourceAt } from '../../state/objects/addresses.ts';
import { YamlEditor } from '../yaml/YamlEditor.tsx';
import { GoneObject } from './GoneObject.tsx';
import { kindTabOf } from './kind-tabs.ts';
import { ObjectEvents } from './ObjectEvents.tsx';
import { ObjectHeader } from './ObjectHeader.tsx';
import { ObjectHistory } from './ObjectHistory.tsx';
import { ObjectOverview } from './ObjectOverview.tsx';
import { ObjectTabs } from './ObjectTabs.tsx';

/** Loaded when it is opened, with the library that lays it out. */
const GraphTab = lazy(() => import('./graph/GraphTab.tsx'));

const route = getRouteApi('/objects/$group/$version/$resource/$in/$name');

/** Id of the tab panel. */
const PANEL = 'object-part';

/** The page of one live object. */
export function ObjectView() {
  const parameters = route.useParams();
  const resource = resourceAt(useDiscovery(), parameters);
  if (!resource) return <UnknownResource {...parameters} />;
  return <LiveObject key={Object.values(parameters).join('/')} resource={resource} />;
}

function LiveObject({ resource }: { readonly resource: DiscoveredResource }) {
  const { name, ...parameters } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  useTitle(`${name}, ${resource.kind}`);
  const navigate = route.useNavigate();
  const namespace = namespaceOf(parameters);
  const { group, version, resource: plural } = resource;
  const { object, isLoaded, error, retry } = useObject({
    ...{ group, version, resource: plural, name },
    ...(namespace ? { namespace } : {}),
  });
  const select = useStableCallback(
    (chosen: string) =>
      void navigate({ search: (old) => ({ ...old, tab: chosen === 'overview' ? undefined : chosen }), replace: true }),
  );
  if (!isLoaded) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingObject />;
  if (!object) return <GoneObject resource={resource} name={{ namespace, name }} />;
  return <ObjectPage {...{ resource, object, tab, select }} />;
}

interface ObjectPageProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  readonly tab: string;
  readonly select: (tab: string) => void;
}

function ObjectPage({ resource, object, tab, select }: ObjectPageProps) {
  const { notifications } = useApplication();
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const { name = '', namespace, uid } = object.metadata;
  const kindTab = kindTabOf(resource, dialect);
  const Actions = kindTab?.Actions;
  const relations = useRelations(tab === 'overview' || dependsOnOthers(object, dialect) ? object : undefined);
  const subject = useMemo(() => ({ resource, namespace, name }), [resource, namespace, name]);
  const { word, mark, reason } = stateOf(object, dialect, relations.objects) ?? {};
  return (
    <>
      <ObjectHeader
        {...{ resource, name, namespace, uid, mark, reason }}
        state={word}
        actions={Actions && tab === 'overview' && <Actions {...{ resource, object, relations }} />}
      />
      <ObjectTabs tab={tab} kindTab={kindTab} panel={PANEL} onSelect={select} />
      <TabContent id={PANEL} aria-label="Object details" className={`tp-tab-content tp-tab-${tab}`}>
        <WhySubjectContext value={subject}>
          {tab === 'yaml' ? (
            <YamlEditor
              resource={resource}
              object={object}
              onSaved={({ metadata }) => notifications.getState().notify('success', `Saved ${metadata.name}`)}
            />
          ) : tab === 'events' ? (
            <ObjectEvents object={object} />
          ) : tab === 'history' ? (
            <ObjectHistory resource={resource} name={{ namespace, name }} object={object} />
          ) : tab === 'graph' ? (
            <Suspense fallback={<LoadingObject />}>
              <GraphTab object={object} />
            </Suspense>
          ) : kindTab?.key === tab ? (
            <kindTab.Content resource={resource} object={object} />
          ) : (
            <ObjectOverview resource={resource} object={object} relations={relations} />
          )}
        </WhySubjectContext>
      </TabContent>
    </>
  );
}

function LoadingObject() {
  return (
    <div className="tp-loading-object">
      <Skeleton width="20%" screenreaderText="Loading" />
      <Skeleton width="40%" fontSize="2xl" />
      <Skeleton width="100%" height="16rem" />
    </div>
  );
}
