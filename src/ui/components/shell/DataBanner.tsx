import { Banner, Button, Flex, FlexItem } from '@patternfly/react-core';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { compactHistory } from '../../commands/watch-lab.ts';
import { useApplication } from '../../hooks/use-application.ts';

/** Reports that the cluster lasts only as long as the page, or that nothing more can be stored, and what to do. */
export function DataBanner() {
  const { isFull, isInMemory } = useStore(useApplication().platform.data);
  if (!isFull && !isInMemory) return null;
  return (
    <Banner color="orange" isSticky className="tp-banner" role="region" aria-label="Storage">
      <Flex justifyContent={{ default: 'justifyContentCenter' }} gap={{ default: 'gapSm' }}>
        <FlexItem>
          <ExclamationTriangleIcon />{' '}
          {isInMemory
            ? 'This browser blocks storage: the cluster exists only in this tab, and a reload starts an empty one.'
            : 'The browser’s storage is full: the cluster can be read but not changed. Free disk space, delete another cluster, or drop the history.'}
        </FlexItem>
        <Link to="/export">Export</Link>
        {!isInMemory && <DropHistory />}
      </Flex>
    </Banner>
  );
}

function DropHistory() {
  const { client, notifications } = useApplication();
  const { notify } = useStore(notifications);
  const drop = () =>
    compactHistory(client).then(
      () => notify('success', 'The history was dropped', 'If there is space now, changes are saved again.'),
      (error: unknown) =>
        notify('danger', 'The history could not be dropped', `${errorText(error)}. Free some disk space first.`),
    );
  return (
    <Button variant="link" isInline onClick={() => void drop()}>
      Drop history
    </Button>
  );
}
