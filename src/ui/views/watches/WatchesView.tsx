import './watches.css';
import { Alert, Button, PageSection } from '@patternfly/react-core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { groupResourceText } from '../../../api/object.ts';
import { preferredResources } from '../../../client/discovery.ts';
import { ChoiceField } from '../../components/ChoiceField.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { findQualified } from '../../state/followed-steps.ts';
import { DEFAULT_PARAMETERS, type WatchParameters } from '../../state/watch-lab/watch-parameters.ts';
import { ClusterActions } from './ClusterActions.tsx';
import { WatchPane } from './WatchPane.tsx';

/** The watches at first: two clients of which only the first lists. */
const FIRST: readonly WatchParameters[] = [DEFAULT_PARAMETERS, { ...DEFAULT_PARAMETERS, start: 'any' }];
const MOST_WATCHES = 4;

/** Watches with chosen parameters side by side, what they receive, and what a client's cache would hold. */
export function WatchesView() {
  const { resource = 'configmaps' } = useSearch({ from: '/watches' });
  const namespace = useNamespace();
  const navigate = useNavigate({ from: '/watches' });
  const discovery = useDiscovery();
  const [panes, setPanes] = useState(() => FIRST.map((parameters, id) => ({ id, parameters })));
  const found = findQualified(discovery, resource);
  const watchable = preferredResources(discovery).filter(({ verbs }) => verbs.includes('watch'));
  const names = watchable.map(groupResourceText).toSorted();
  return (
    <>
      <ViewHeader
        title="Watch lab"
        description="Real watches of this cluster side by side: what each receives, what it means, and what a client&rsquo;s cache would hold."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-watches">
        <div className="tp-watches-toolbar">
          <ChoiceField
            id="watches-resource"
            label="Resource"
            value={resource}
            options={Object.fromEntries([...new Set([...names, resource])].map((name) => [name, name]))}
            onChange={(chosen) =>
              void navigate({ search: (before) => ({ ...before, resource: chosen }), replace: true })
            }
          />
          <ClusterActions namespace={namespace ?? 'default'} />
        </div>
        {found ? (
          <div className="tp-watches-panes">
            {panes.map(({ id, parameters }, index) => (
              <WatchPane
                // Another collection is another client.
                key={`${id} ${resource} ${namespace}`}
                title={`Watch ${index + 1}`}
                resource={found}
                namespace={found.namespaced ? namespace : undefined}
                first={parameters}
                onRemove={panes.length > 1 ? () => setPanes(panes.filter((pane) => pane.id !== id)) : undefined}
              />
            ))}
          </div>
        ) : (
          <Alert component="h2" isInline variant="info" title={`The server has no resource ${resource}`}>
            Choose another resource.
          </Alert>
        )}
        {panes.length < MOST_WATCHES && (
          <Button
            variant="secondary"
            className="tp-watches-add"
            onClick={() =>
              setPanes([...panes, { id: Math.max(...panes.map(({ id }) => id)) + 1, parameters: DEFAULT_PARAMETERS }])
            }
          >
            Add watch
          </Button>
        )}
      </PageSection>
    </>
  );
}
