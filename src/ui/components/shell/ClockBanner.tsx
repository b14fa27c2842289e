import { Banner, Button, Flex, FlexItem } from '@patternfly/react-core';
import ClockIcon from '@patternfly/react-icons/dist/esm/icons/clock-icon';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { useApplication } from '../../hooks/use-application.ts';

/** Reports that the cluster's clock is paused or runs faster, with a button that restores normal speed. */
export function ClockBanner() {
  const { clusterClock, notifications } = useApplication();
  const { rate, load, setRate } = useStore(clusterClock);
  const { notify } = useStore(notifications);
  useEffect(() => {
    load().catch((error: unknown) => notify('danger', 'The cluster’s clock could not be read', errorText(error)));
  }, [load, notify]);
  if (rate === undefined || rate === 1) return null;
  const resume = () =>
    setRate(1).catch((error: unknown) => notify('danger', 'The clock could not be changed', errorText(error)));
  return (
    <Banner color="blue" isSticky className="tp-banner" role="region" aria-label="Cluster clock">
      <Flex justifyContent={{ default: 'justifyContentCenter' }} gap={{ default: 'gapSm' }}>
        <FlexItem>
          <ClockIcon />{' '}
          {rate === 0 ? 'The cluster is paused: controllers do nothing.' : `Time passes ${rate} times as fast.`}
        </FlexItem>
        <Button variant="link" isInline onClick={() => void resume()}>
          {rate === 0 ? 'Resume' : 'Normal speed'}
        </Button>
        <Link to="/controllers">Controllers</Link>
      </Flex>
    </Banner>
  );
}
