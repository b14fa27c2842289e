import { Banner, Button, Flex, FlexItem } from '@patternfly/react-core';
import { useStore } from 'zustand';
import { useApplication } from '../../hooks/use-application.ts';

/** Shown when a newer version of the app is active than this page. */
export function UpdateBanner() {
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
