import { Alert, AlertActionLink, Banner, Button, Flex, FlexItem, List, ListItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { findResource } from '../../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection } from '../../../hooks/use-collection.ts';
import { RUNNING_RESOURCES, whatWouldRun } from '../../../state/consent/what-would-run.ts';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/** Reports that the cluster came from a link, lists the code and calls that it contains, and asks for consent. */
export function ConsentBanner() {
  const { clusters } = useApplication();
  return clusters ? <BannerOf clusters={clusters} /> : null;
}

function BannerOf({ clusters }: { readonly clusters: ClustersStore }) {
  const { shown, request } = useStore(clusters);
  const [isKept, setKept] = useState(false);
  // Nothing runs while a session is played.
  if (!shown.awaitsConsent || shown.playsUntil !== undefined) return null;
  const about = `“${shown.name}” came from a link or a file. Its code and calls to other servers are disabled.`;
  return isKept ? (
    <Banner color="orange" isSticky className="tp-banner" role="region" aria-label="Consent">
      <Flex justifyContent={{ default: 'justifyContentCenter' }} gap={{ default: 'gapSm' }}>
        <FlexItem>{about}</FlexItem>
        <Button variant="link" isInline onClick={() => setKept(false)}>
          Review
        </Button>
      </Flex>
    </Banner>
  ) : (
    <section aria-label="Consent">
      <Alert
        component="h2"
        variant="warning"
        isInline
        title={about}
        actionLinks={
          <>
            <AlertActionLink onClick={() => request({ type: 'accept', id: shown.id })}>Accept</AlertActionLink>
            <AlertActionLink onClick={() => setKept(true)}>Keep disabled</AlertActionLink>
          </>
        }
      >
        <WhatWouldRun />
      </Alert>
    </section>
  );
}

/** Maximum number of effects listed by name. */
const MOST_SHOWN = 20;

function WhatWouldRun() {
  const effects = whatWouldRun(RUNNING_RESOURCES.flatMap(useObjectsOf));
  if (effects.length === 0) return <p>Nothing in it would run or call another server now.</p>;
  return (
    <>
      <p>If you accept it:</p>
      <List>
        {effects.slice(0, MOST_SHOWN).map((effect) => (
          <ListItem key={effect}>{effect}</ListItem>
        ))}
      </List>
      {effects.length > MOST_SHOWN && <p>{effects.length - MOST_SHOWN} more not shown.</p>}
    </>
  );
}

/** Returns the objects of a collection with their kind, which items of lists lack. */
function useObjectsOf(plural: string) {
  const found = findResource(useDiscovery(), plural);
  const { items } = useCollection(found && { group: found.group, version: found.version, resource: found.resource });
  return items.map((item) => ({ ...item, kind: found?.kind ?? '' }));
}
