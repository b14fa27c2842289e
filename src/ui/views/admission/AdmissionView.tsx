import './admission.css';
import { PageSection, Skeleton, Switch } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { AdmissionPluginState } from '../../../api/debug/admission-plugin-state.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';
import { findResource } from '../../../client/discovery.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication, useDiscovery, useIdentityKey } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { admissionEffects, admissionInForce, partKey } from '../../state/admission/in-force.ts';
import { shownTraces, TRACES } from '../../state/trace-steps.ts';
import { AdmissionTable } from './AdmissionTable.tsx';

const PLUGINS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'admissionpluginstates' };

/** All plugins, webhooks and policies in force, in order, with what each did in recorded requests. */
export function AdmissionView() {
  const { client } = useApplication();
  const [asked, setAsked] = useState(0);
  const [isQuietShown, setQuietShown] = useState(true);
  const { value: plugins, error } = useAnswer(`admission ${useIdentityKey()}`, String(asked), async (signal) => {
    const { items } = await client.list<AdmissionPluginState & ApiObject>(PLUGINS, { signal });
    return items;
  });
  const mutating = useConfigurations('mutatingwebhookconfigurations');
  const validating = useConfigurations('validatingwebhookconfigurations');
  const bindings = useConfigurations('validatingadmissionpolicybindings');
  const { items: traces } = useCollection<RequestTrace & ApiObject>(TRACES);
  const recorded = useMemo(() => shownTraces(traces, { withComponents: true }), [traces]);
  const effects = useMemo(() => admissionEffects(recorded), [recorded]);
  const parts = plugins ? admissionInForce(plugins, { mutating, validating, bindings }) : [];
  const rows = parts
    .map((part, index) => ({ part, position: index + 1, effect: effects.get(partKey(part)) }))
    .filter(({ effect, part }) => isQuietShown || effect !== undefined || part.source !== undefined);
  return (
    <>
      <ViewHeader
        title="Admission"
        description={
          <>
            Everything that changes or checks a write, in the order in which a request passes it. The counts are those
            of {recorded.length.toLocaleString('en')} recorded <Link to="/requests">requests</Link>. Write a webhook or
            a policy in the <Link to="/lab">admission lab</Link>.
          </>
        }
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-admission">
        {error !== undefined ? (
          <ErrorState error={error} onRetry={() => setAsked(asked + 1)} />
        ) : !plugins ? (
          <Skeleton height="20rem" screenreaderText="Loading admission" />
        ) : (
          <>
            <Switch
              id="quiet-plugins"
              label="Plugins that matched nothing"
              isChecked={isQuietShown}
              onChange={(_, isShown) => setQuietShown(isShown)}
            />
            <AdmissionTable rows={rows} />
          </>
        )}
      </PageSection>
    </>
  );
}

/** Returns the objects of a kind that configures admission; none for users who cannot list them. */
const useConfigurations = (resource: string) => useCollection(findResource(useDiscovery(), resource)).items;
